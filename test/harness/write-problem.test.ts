import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pathProblem } from '../../datasets/loaders/bytes.ts';
import { replaceFile } from '../../harness/commands/replace-file.ts';
import { writeProblem } from '../../harness/write-problem.ts';
import { temporaryFolder } from '../support.ts';

const failed = (code: string, syscall: string) => Object.assign(new Error(`${code}: ${syscall}`), { code, syscall });

describe('what the system refuses', () => {
  it.each([
    ['EACCES', 'may not be read', 'permission denied'],
    ['EPERM', 'may not be read', 'permission denied'],
    ['ENOENT', 'no such file or folder', 'there is no such folder'],
    ['ENOTDIR', 'no such file or folder', 'a part of the path is no folder'],
    ['EISDIR', 'is a folder, a file is expected', 'it is a folder, a file is expected'],
    ['EROFS', 'cannot be read (EROFS)', 'the file system is read-only'],
    ['ENOSPC', 'cannot be read (ENOSPC)', 'the disk is full'],
    ['EIO', 'cannot be read (EIO)', 'EIO'],
  ])('with %s is told in words of reading or of writing', (code, reading, writing) => {
    expect(pathProblem(failed(code, 'open'))).toBe(reading);
    expect(writeProblem(failed(code, 'open'))).toBe(writing);
  });

  it('where a file is to be replaced is told in words of writing, and nothing is left', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'taken'));
    await writeFile(join(folder, 'file'), '');
    const at = (name: string) => replaceFile('junit', join(folder, name), 'text');
    await expect(at('taken')).rejects.toThrow('taken: cannot be written: it is a folder, a file is expected');
    await expect(at('file/x')).rejects.toThrow('x: cannot be written: a part of the path is no folder');
    await expect(at('absent/x')).rejects.toThrow('x: cannot be written: there is no such folder');
    expect(await readdir(folder)).toEqual(['file', 'taken']);
  });
});
