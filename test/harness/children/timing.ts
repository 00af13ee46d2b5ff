import { appendFileSync } from 'node:fs';
import { serveParent } from '../../../harness/child-process.ts';
import type { RebuildInput, TimingMessage, TimingTask } from '../../../harness/latency/processes.ts';
import { serveTiming } from '../../../harness/latency/serve.ts';
import type { Hit } from '../../../retrievers/ranking.ts';
import type { SearchIndex } from '../../../retrievers/retriever.ts';

/** A process that times retrievers of the tests: their names say what they do. */
serveParent<RebuildInput, TimingMessage, TimingTask>((input, tell, task) => serveTiming(input, tell, task, make));

async function make({ cards, retrievers }: RebuildInput): Promise<Map<string, { readonly index: SearchIndex }>> {
  // The id of the only card is a file to write into.
  const log = (text: string) => appendFileSync(cards[0]?.id ?? '', `${process.pid} ${text}\n`);
  const clock = () => performance.timeOrigin + performance.now();
  const searched = { first: 0, last: 0 };
  log('started');
  process.on('exit', () => log(`searched ${searched.first} ${searched.last}`));
  if (retrievers.includes('unbuildable')) throw new Error('unbuildable, build: of no use');
  return new Map(
    retrievers.map((name) => {
      const search = (query: string): readonly Hit[] | Promise<readonly Hit[]> => {
        searched.first ||= clock();
        if (name === 'throws' && query === 'text 2') throw new Error('boom');
        if (name === 'dies') process.exit(3);
        if (name === 'never ends') return new Promise((resolve) => setTimeout(resolve, 600_000, []));
        if (name === 'slow') for (const start = clock(); clock() - start < 5; );
        const hits = [{ id: 'a', score: name === 'differs' ? 2 + 2 ** -51 : 2, matched: 1 }];
        searched.last = clock();
        return name === 'async' ? Promise.resolve(hits) : hits;
      };
      return [name, { index: { cards: 1, search, countCandidates: () => 1, indexBytes: () => undefined } }];
    }),
  );
}
