import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';

/** Whether a process runs. One that has ended and waits for its parent to notice does not. */
async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return !/\) [ZX] /.test(stat);
}

/** Waits until neither of the two programs that wrote their numbers there is left. A killed one takes a moment. */
export async function expectNoneLeft(pids: string): Promise<void> {
  const numbers = (await readFile(pids, 'utf8')).trim().split('\n').map(Number);
  expect(numbers).toHaveLength(2);
  const left = async () => (await Promise.all(numbers.map(isRunning))).filter(Boolean).length;
  await expect.poll(left, { timeout: 3000, interval: 20 }).toBe(0);
}
