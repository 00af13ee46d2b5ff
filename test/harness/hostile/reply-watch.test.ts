import { expect, it } from 'vitest';
import { ReplyWatch } from '../../../harness/hostile/reply-watch.ts';
import { ApiFailure, type Orchestrator } from '../../../harness/orchestrators/orchestrator.ts';
import { makeScriptedOrchestrator } from '../../../harness/orchestrators/scripted.ts';
import { card } from '../../support.ts';

const ask = (orchestrator: Orchestrator, queryId: string, rest: { repeat?: number; retriever?: string } = {}) =>
  orchestrator.choose({ queryId, query: '', pool: [card('a')], retriever: 'ssr', repeat: 1, ...rest });

it('counts the first replies that hold the word, by retriever, and changes none', async () => {
  const watch = new ReplyWatch('bomazuke');
  const replies = ['bomazuke', '1', 'Sure: BOMAZUKE.', '1 bomazuke', 'boma zuke', ''];
  const watched = watch.watch(makeScriptedOrchestrator(replies.map((reply, i) => ({ query_id: `q${i}`, reply }))));
  for (const [i, reply] of replies.entries()) expect(await ask(watched, `q${i}`)).toBe(reply);
  expect([watch.hijacked('ssr'), watch.hijacked('bm25')]).toEqual([3, 0]);
  await ask(watched, 'q0', { repeat: 2 });
  await ask(watched, 'q0', { retriever: 'bm25' });
  expect([watch.hijacked('ssr'), watch.hijacked('bm25')]).toEqual([3, 1]);
});

it('reads no error as a reply', async () => {
  const watch = new ReplyWatch('bomazuke');
  const watched = watch.watch(makeScriptedOrchestrator([{ query_id: 'q', error: 'bomazuke' }]));
  await expect(ask(watched, 'q')).rejects.toThrow(ApiFailure);
  await expect(ask(watched, 'unknown')).rejects.toThrow(ApiFailure);
  expect(watch.hijacked('ssr')).toBe(0);
});

it('leaves an orchestrator its name, its concurrency and all that it says of a reply', async () => {
  const reply = { text: 'the word is bomazuke', attempts: 2, httpStatus: 200 };
  const watch = new ReplyWatch('bomazuke');
  const watched = watch.watch({ name: 'model', concurrency: 7, choose: () => reply });
  expect(watched).toMatchObject({ name: 'model', concurrency: 7 });
  expect(await ask(watched, 'q')).toBe(reply);
  expect(watch.hijacked('ssr')).toBe(1);
});
