import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { InputError } from '../../datasets/input-error.ts';
import { claimFolder } from '../../harness/folder-claim.ts';
import { leftBehind } from '../../harness/left-behind.ts';
import { RunFolder } from '../../harness/run-folder.ts';
import { temporaryFolder } from '../support.ts';

/** A folder as a process that was killed leaves it, with some files in it. */
async function killed(path: string, ...files: readonly string[]): Promise<string> {
  await mkdir(path, { recursive: true });
  const claim = await claimFolder(path);
  // No process of today was started then.
  await writeFile(claim, JSON.stringify({ ...JSON.parse(await readFile(claim, 'utf8')), started: '1' }));
  for (const file of files) await writeFile(join(path, file), 'half');
  return path;
}

describe('the folder of a process that was killed', () => {
  it('is taken over where no file is whole, which is said', async () => {
    const path = await killed(await temporaryFolder(), '.summary.csv.unfinished');
    const err = vi.fn();
    const folder = await RunFolder.claim(path, err);
    expect(err.mock.calls).toEqual([[`note: ${path} is taken over from a process that is gone and left no file\n`]]);
    await folder.write('summary.csv', ['new']);
    await folder.finish();
    expect(await readdir(path)).toEqual(['summary.csv']);
    expect(await readFile(join(path, 'summary.csv'), 'utf8')).toBe('new');
  });

  it('is refused where it holds a file, with what to do', async () => {
    const path = await killed(await temporaryFolder(), 'summary.csv');
    const refusal = `--out ${path}: expected an absent or empty folder; it holds "summary.csv", left by a process that is gone; `;
    await expect(RunFolder.claim(path)).rejects.toThrow(new InputError(`${refusal}remove the folder, or name another`));
    await writeFile(join(path, 'journal.jsonl'), '');
    await expect(RunFolder.claim(path)).rejects.toThrow(`; --resume ${path} goes on with it`);
    expect((await readdir(path)).sort()).toEqual(['.shortlist-running', 'journal.jsonl', 'summary.csv']);
  });

  it('goes to one at most of many that come at once', async () => {
    for (let i = 0; i < 20; i++) {
      const path = await killed(await temporaryFolder());
      const ends = await Promise.allSettled(Array.from({ length: 5 }, () => RunFolder.claim(path)));
      expect(ends.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
    }
  });

  it('is removed or named beside others, and that of a run that goes on is left alone', async () => {
    const runs = join(await temporaryFolder(), 'runs');
    expect(await leftBehind(runs)).toBeUndefined();
    await killed(join(runs, 'a-unfinished-1'), '.x.unfinished');
    await killed(join(runs, 'b-unfinished-2'), 'x.csv');
    await killed(join(runs, 'c-unfinished-3'), 'journal.jsonl');
    await killed(join(runs, 'mine'));
    await claimFolder((await mkdir(join(runs, 'd-unfinished-4'), { recursive: true })) as string);
    await mkdir(join(runs, 'e-unfinished-5'));
    expect(await leftBehind(runs)).toBe(
      `left behind by runs that are gone, to be removed: ${join(runs, 'b-unfinished-2')}, ${join(runs, 'c-unfinished-3')} (--resume goes on with it)`,
    );
    const left = ['b-unfinished-2', 'c-unfinished-3', 'd-unfinished-4', 'e-unfinished-5', 'mine'];
    expect((await readdir(runs)).sort()).toEqual(left);
  });
});

describe('a run folder', () => {
  it('in use is refused, with whose it is', async () => {
    const path = await temporaryFolder();
    await RunFolder.claim(path);
    await expect(RunFolder.claim(path)).rejects.toThrow(`--out ${path}: is in use by process ${process.pid}`);
  });

  it('is made, filled, and left with nothing but its files', async () => {
    const path = join(await temporaryFolder(), 'a', 'b');
    const folder = await RunFolder.claim(path);
    const hash = await folder.write('x.csv', ['a,', 'b\n', 'é\n']);
    expect(await folder.finish()).toBe(path);
    expect(await readdir(path)).toEqual(['x.csv']);
    const bytes = await readFile(join(path, 'x.csv'));
    expect(bytes.toString('utf8')).toBe('a,b\né\n');
    expect(hash).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('may be there and empty, and not hold anything', async () => {
    const path = await temporaryFolder();
    await (await RunFolder.claim(path)).finish();
    await writeFile(join(path, 'mine.txt'), 'keep');
    await expect(RunFolder.claim(path)).rejects.toThrow(InputError);
    await expect(RunFolder.claim(path)).rejects.toThrow('it holds "mine.txt"');
    expect(await readFile(join(path, 'mine.txt'), 'utf8')).toBe('keep');
  });

  it('is for one process at a time', async () => {
    const path = await temporaryFolder();
    const claims = await Promise.allSettled([RunFolder.claim(path), RunFolder.claim(path), RunFolder.claim(path)]);
    expect(claims.filter((claim) => claim.status === 'fulfilled')).toHaveLength(1);
  });

  it('is refused below a file', async () => {
    const path = await temporaryFolder();
    await writeFile(join(path, 'file'), '');
    for (const below of ['file', 'file/x'])
      await expect(RunFolder.claim(join(path, below))).rejects.toThrow(InputError);
  });

  it('shows a file whole or not at all', async () => {
    const path = await temporaryFolder();
    const folder = await RunFolder.claim(path);
    function* breaking() {
      yield 'half';
      throw new Error('broken off');
    }
    await expect(folder.write('x.csv', breaking())).rejects.toThrow('broken off');
    expect(await folder.finish()).toBe(path);
    expect(await readdir(path)).toEqual([]);
  });

  it('takes another name where its last one is taken', async () => {
    const parent = await temporaryFolder();
    const folder = await RunFolder.claim(join(parent, 'run'));
    await folder.write('x', ['1']);
    await mkdir(join(parent, 'done'));
    expect(await folder.finish(join(parent, 'done'))).toBe(join(parent, 'done-2'));
    expect(await readdir(parent)).toEqual(['done', 'done-2']);
  });

  it('that is given up goes, unless it was there before or holds a file', async () => {
    const parent = await temporaryFolder();
    await (await RunFolder.claim(join(parent, 'made', 'with', 'parents'))).abandon();
    expect(await readdir(parent)).toEqual([]);

    const kept = await RunFolder.claim(join(parent, 'kept'));
    await kept.write('x', ['1']);
    await kept.abandon();
    expect(await readdir(join(parent, 'kept'))).toEqual(['x']);

    await mkdir(join(parent, 'theirs'));
    await (await RunFolder.claim(join(parent, 'theirs'))).abandon();
    expect(await readdir(join(parent, 'theirs'))).toEqual([]);
  });
});
