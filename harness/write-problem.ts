import { visible } from '../datasets/visible.ts';

const REASONS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EEXIST', 'it is there already, or another process is using it'],
  ['ENOTDIR', 'a part of the path is no folder'],
  ['ENOENT', 'there is no such folder'],
  ['EISDIR', 'it is a folder, a file is expected'],
  ['ELOOP', 'a link on the way links to itself'],
  ['EBUSY', 'it is in use'],
  ['EMFILE', 'too many files are open'],
  ['ENFILE', 'too many files are open'],
  ['ENOTEMPTY', 'a folder stands there that holds something'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['EFBIG', 'the file is larger than allowed here'],
]);

/** Whether an error is that of a system call. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}

/**
 * Why something could not be written, in a few words. For what could not be read there is `pathProblem`: a folder that is
 * not there, or may not be entered, is another mistake there.
 */
export function writeProblem(error: unknown): string {
  if (isSystemError(error)) return REASONS.get(error.code ?? '') ?? `${error.code}`;
  return error instanceof Error ? visible(error.message) : 'unknown reason';
}
