import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../datasets/input-error.ts';
import { RunFolder } from '../../harness/run-folder.ts';
import { temporaryFolder } from '../support.ts';

describe('a run folder', () => {
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
