import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from './support.ts';

// Each test starts a process.
vi.setConfig({ testTimeout: 120_000 });

const CLI = new URL('../harness/cli.ts', import.meta.url).pathname;
/** The same with retrievers that are at fault. */
const FAULTY = new URL('./harness/children/command.ts', import.meta.url).pathname;

async function inProcess(module: string, args: readonly string[], preload: readonly string[] = []) {
  const before = ['tsx', ...preload].flatMap((each) => ['--import', each]);
  const child = spawn(process.execPath, [...before, module, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const ended = await new Promise((resolve) => child.on('close', (code, signal) => resolve(signal ?? code)));
  return { ended, said };
}

const NEVER = 'its promise is never settled: nothing is left that could settle it';
test.each([
  ['stuck', `failed: stuck, query q0: ${NEVER}\n`, 1],
  ['stuck-in-build', `failed: stuck-in-build, build: ${NEVER}\n`, 1],
  [
    'other-oracle',
    expect.stringMatching(/^other-oracle: its oracle no-such\\u\{1b\}oracle: unknown; known are [^\n]*\n$/),
    2,
  ],
])('bench with the retriever %s ends with one line and leaves nothing', async (name, line, code) => {
  const folder = await temporaryFolder();
  // With latency: the processes that time wait for their turn meanwhile.
  const args = ['bench', '--retrievers', name, '--cards', '20', '--queries', '5', '--out', join(folder, 'run')];
  expect(await inProcess(FAULTY, args)).toEqual({ ended: code, said: line });
  expect(await readdir(folder)).toEqual([]);
});

test('an interrupt while the program is being loaded is heard', async () => {
  // The last of the signals that are listened to.
  const interrupt = `process.on('newListener', (name) => {
    if (name === 'SIGHUP') setImmediate(() => process.kill(process.pid, 'SIGINT'));
  });`;
  const preload = `data:text/javascript,${encodeURIComponent(interrupt)}`;
  expect(await inProcess(CLI, ['bench'], [preload])).toEqual({ ended: 130, said: 'interrupted\n' });
});
