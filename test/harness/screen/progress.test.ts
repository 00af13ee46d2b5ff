import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Progress } from '../../../harness/screen/progress.ts';

/** A stream that says it is a terminal, and what was written to it. */
function terminal(columns: number, isTTY = true) {
  const written: string[] = [];
  const stream = Object.assign(new PassThrough(), {
    isTTY,
    columns,
    cursorTo: () => true,
    clearLine: () => true,
    moveCursor: () => true,
  });
  stream.on('data', (data) => written.push(String(data)));
  return { stream: stream as unknown as NodeJS.WriteStream, text: () => written.join('') };
}

async function drawn(columns: number, options: { isTTY?: boolean; enabled?: boolean; ms: number }): Promise<string> {
  const { stream, text } = terminal(columns, options.isTTY);
  let time = 0;
  const progress = new Progress(options.enabled ?? true, () => time, stream);
  progress.report('queries', 1, 250);
  time += options.ms;
  progress.report('queries', 2, 250);
  progress.stop();
  await new Promise((resolve) => setImmediate(resolve));
  return text();
}

describe('progress', () => {
  it('shows a stage that takes more than a second', async () => {
    expect(await drawn(80, { ms: 1001 })).toContain('queries: 2 of 250');
  });

  it('says nothing of a stage that takes less', async () => {
    expect(await drawn(80, { ms: 999 })).not.toContain('queries');
  });

  it.each([
    ['where stderr is no terminal', 80, { isTTY: false, ms: 5000 }],
    ['where it is not wanted', 80, { enabled: false, ms: 5000 }],
    ['where the terminal has no columns', 0, { ms: 5000 }],
  ])('is silent %s', async (_name, columns, options) => {
    expect(await drawn(columns, options)).toBe('');
  });
});
