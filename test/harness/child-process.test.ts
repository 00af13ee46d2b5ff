import { expect, test, vi } from 'vitest';
import { runChild } from '../../harness/child-process.ts';

// Each test starts a process.
vi.setConfig({ testTimeout: 60_000 });

async function child(deeds: readonly string[], rest: Partial<Parameters<typeof runChild<string>>[0]> = {}) {
  const messages: string[] = [];
  const problem = await runChild<string>({
    module: new URL('./children/child.ts', import.meta.url),
    input: { deeds },
    heapMiB: 256,
    silenceMs: 50_000,
    signal: new AbortController().signal,
    onMessage: (message) => messages.push(message),
    ...rest,
  });
  return { messages, problem };
}

test('a child that comes to its end is heard in order, and can collect its garbage', async () => {
  expect(await child(['one', 'collect', '\ud83d'])).toEqual({
    messages: ['one', 'function', '\ud83d'],
    problem: undefined,
  });
});

test.each([
  [['one', 'throw'], ['one'], 'of no use'],
  [['one', 'exit'], ['one'], 'died (exit code 3)'],
  [['fill'], [], 'ran out of memory, with a heap of 64 MiB'],
])('a child that %j says why it did not', async (deeds, messages, problem) => {
  expect(await child(deeds, { heapMiB: 64 })).toEqual({ messages, problem });
});

test('a child that is silent is ended', async () => {
  expect(await child(['hang'], { silenceMs: 1500 })).toEqual({
    messages: [],
    problem: 'ended after 1.5 s without a result',
  });
});

test('an interrupt ends the child', async () => {
  const controller = new AbortController();
  const running = child(['one', 'hang'], { signal: controller.signal, onMessage: () => controller.abort() });
  await expect(running).rejects.toThrow('aborted');
  await expect(child(['one'], { signal: controller.signal })).rejects.toThrow('aborted');
});

test('an error of whoever listens comes out, and no child stays behind', async () => {
  const onMessage = () => {
    throw new Error('heard enough');
  };
  await expect(child(['one', 'hang'], { onMessage })).rejects.toThrow('heard enough');
});
