import { spawnSync } from 'node:child_process';
import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { InputError } from '../../datasets/input-error.ts';
import { NewFile } from '../../harness/new-file.ts';
import { temporaryFolder } from '../support.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

/** What the next write to any file fails with. */
async function failWrite(folder: string, code: string): Promise<void> {
  const file = await open(join(folder, 'other'), 'w');
  const error = Object.assign(new Error('no'), { code, syscall: 'write' });
  vi.spyOn(Object.getPrototypeOf(file), 'write').mockRejectedValueOnce(error);
  await file.close();
}

describe('a new file', () => {
  it('appears when it is finished, whole', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'x.idx');
    const file = await NewFile.begin('out', path);
    await file.write(bytes('one,'));
    await file.write(bytes(''));
    await file.write(bytes('two'));
    expect(await readdir(folder)).not.toContain('x.idx');
    await file.finish();
    await file.abandon();
    expect(file.size).toBe(7);
    expect(await readFile(path, 'latin1')).toBe('one,two');
    expect(await readdir(folder)).toEqual(['x.idx']);
  });

  it('removes what a process that was killed had begun under its name, and nothing else', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'x.idx');
    // A process that writes, as it is killed.
    const killed = join(folder, 'killed.mts');
    const source = JSON.stringify(new URL('../../harness/new-file.ts', import.meta.url).href);
    const lines = [
      `import { NewFile } from ${source};`,
      `for (const name of ['x.idx', 'y.idx']) await NewFile.begin('out', ${JSON.stringify(`${folder}/`)} + name);`,
      `process.kill(process.pid, 'SIGKILL');`,
    ];
    await writeFile(killed, lines.join('\n'));
    const { pid } = spawnSync(process.execPath, ['--import', 'tsx', killed], { cwd: process.cwd() });
    const [left, other] = (await readdir(folder)).filter((name) => name.includes('unfinished')).sort();
    expect([left, other]).toEqual([
      expect.stringMatching(new RegExp(`^\\.x\\.idx\\.[0-9a-f]{8}-${pid}\\.unfinished$`)),
      expect.stringContaining('.y.idx.'),
    ]);
    // One of a process that is there, one of another machine, and one that only looks like it.
    const kept = [
      left!.replace(`-${pid}.`, `-${process.ppid}.`),
      left!.replace(/[0-9a-f]{8}-/, '00000000-'),
      left!.replace(`-${pid}.`, `-${pid}x.`),
      other!,
    ];
    for (const name of kept) await writeFile(join(folder, name), '');
    await rm(killed);
    const file = await NewFile.begin('out', path);
    expect(file.removed).toEqual([left]);
    await file.finish();
    expect((await readdir(folder)).sort()).toEqual([...kept, 'x.idx'].sort());
    await rm(path);
    const next = await NewFile.begin('out', path);
    expect(next.removed).toEqual([]);
    await next.abandon();
  });

  it('that is given up leaves nothing', async () => {
    const folder = await temporaryFolder();
    const file = await NewFile.begin('out', join(folder, 'x.idx'));
    await file.write(bytes('one'));
    await file.abandon();
    expect(await readdir(folder)).toEqual([]);
  });

  it('takes no place that is taken', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'file'), 'mine');
    await mkdir(join(folder, 'folder'));
    for (const name of ['file', 'folder']) {
      await expect(NewFile.begin('out', join(folder, name))).rejects.toThrow(
        `--out ${join(folder, name)}: expected a name that is free, received one that is taken`,
      );
    }
    expect(await readFile(join(folder, 'file'), 'utf8')).toBe('mine');
    expect((await readdir(folder)).sort()).toEqual(['file', 'folder']);
  });

  it('takes no place that has been taken since', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'x.idx');
    const file = await NewFile.begin('out', path);
    await file.write(bytes('ours'));
    await writeFile(path, 'theirs');
    await expect(file.finish()).rejects.toThrow('received one that is taken');
    await file.abandon();
    expect(await readFile(path, 'utf8')).toBe('theirs');
    expect(await readdir(folder)).toEqual(['x.idx']);
  });

  it('is refused where no file can be made, in one line', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'file'), '');
    const refused = async (path: string) => {
      const error = await NewFile.begin('out', path).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(InputError);
      return (error as InputError).message;
    };
    expect(await refused(join(folder, 'absent', 'x'))).toMatch(
      /^--out .*: cannot be written: there is no such folder$/,
    );
    expect(await refused(join(folder, 'file', 'x'))).toMatch(/^--out .*: cannot be written: a part of the path/);
    expect(await refused(join(folder, 'x'.repeat(300)))).toMatch(/^--out .*: cannot be written: the name is too long$/);
  });

  it('says that the disk is full, and leaves nothing', async () => {
    const folder = await temporaryFolder();
    const elsewhere = await temporaryFolder();
    const file = await NewFile.begin('out', join(folder, 'x.idx'));
    await failWrite(elsewhere, 'ENOSPC');
    await expect(file.write(bytes('one'))).rejects.toThrow(
      new InputError(`--out ${join(folder, 'x.idx')}: cannot be written: the disk is full`),
    );
    await file.abandon();
    expect(await readdir(folder)).toEqual([]);
  });
});
