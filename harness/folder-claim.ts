import { randomUUID } from 'node:crypto';
import { link, open, readdir, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Names of the files that say a folder is in use begin so; a folder that is finished has none. */
const CLAIM = '.shortlist-running';

/** Where a claim is prepared, so that it appears with its contents. */
const DRAFT = '.shortlist-claiming';

/** Who has a folder: a process, by the time of its start, since numbers are used again. */
interface Owner {
  readonly host: string;
  readonly pid: number;
  /** Of Linux, in ticks since the machine started; absent elsewhere. */
  readonly started?: string;
}

/** True for the files of claims, which are no contents of a folder. */
export function isClaim(name: string): boolean {
  return name.startsWith(CLAIM) || name.startsWith(DRAFT);
}

/**
 * Claims a folder that nobody has. Of several processes one gets it.
 *
 * @returns the path of the claim, to be removed in the end.
 * @throws NodeJS.ErrnoException, with the code EEXIST where it is claimed already.
 */
export async function claimFolder(folder: string): Promise<string> {
  const claim = join(folder, CLAIM);
  await place(folder, claim);
  // Whoever takes over from a process that is gone has seen the folder before this claim, and may have it by now.
  const others = (await readdir(folder)).filter((name) => name.startsWith(`${CLAIM}-`));
  if (others.length === 0) return claim;
  await rm(claim, { force: true });
  throw Object.assign(new Error('another process has the folder'), { code: 'EEXIST', syscall: 'link' });
}

/**
 * Who has a folder, as far as claims in it tell.
 *
 * @returns `nobody` where there is no claim, `gone` where the processes of all claims are, else in words who it is.
 */
export async function holderOf(
  folder: string,
): Promise<{ readonly state: 'nobody' | 'gone' } | { readonly state: 'held'; readonly owner: string }> {
  const claims = (await readdir(folder)).filter((name) => name.startsWith(CLAIM));
  for (const name of claims) {
    const owner = await liveOwner(join(folder, name));
    if (owner !== undefined) return { state: 'held', owner };
  }
  return { state: claims.length === 0 ? 'nobody' : 'gone' };
}

/**
 * Claims a folder whose process may have been killed. Claims of processes that are gone are removed; of two processes
 * that try at the same moment, at most one gets it: each puts its own claim there before it looks for others.
 *
 * @returns the path of the claim; or in words who has the folder.
 */
export async function reclaimFolder(folder: string): Promise<{ readonly claim: string } | { readonly owner: string }> {
  const name = `${CLAIM}-${process.pid}-${randomUUID()}`;
  const claim = join(folder, name);
  await place(folder, claim);
  for (const other of await readdir(folder)) {
    if (!isClaim(other) || other === name) continue;
    if (other.startsWith(DRAFT)) {
      // Whoever is writing it is about to look for claims too, and needs it for its own.
      if (!isAlive(Number(other.slice(DRAFT.length + 1).split('-')[0]))) await rm(join(folder, other), { force: true });
      continue;
    }
    const owner = await liveOwner(join(folder, other));
    if (owner !== undefined) {
      await rm(claim, { force: true });
      return { owner };
    }
    await rm(join(folder, other), { force: true });
  }
  return { claim };
}

async function place(folder: string, claim: string): Promise<void> {
  const draft = join(folder, `${DRAFT}-${process.pid}-${randomUUID()}`);
  const started = await startOf(process.pid);
  const owner: Owner = { host: hostname(), pid: process.pid, ...(started === undefined ? {} : { started }) };
  try {
    const file = await open(draft, 'wx');
    try {
      await file.writeFile(JSON.stringify(owner));
    } finally {
      await file.close();
    }
    await link(draft, claim);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Who holds a claim, in words; undefined where the process is gone, or the claim. */
async function liveOwner(path: string): Promise<string | undefined> {
  let owner: Owner;
  try {
    owner = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    return `somebody unknown; if that is nobody, remove ${CLAIM}* from it`;
  }
  if (owner.host !== hostname()) {
    return `process ${owner.pid} on another machine; if that is gone, remove ${CLAIM}* from it`;
  }
  if (!isAlive(owner.pid)) return undefined;
  if (owner.started !== undefined && owner.started !== (await startOf(owner.pid))) return undefined;
  return `process ${owner.pid}`;
}

/** Whether there is a process of that number on this machine. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** When a process was started, where the system tells (Linux): field 22 of its `stat`, behind the name in brackets. */
async function startOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}
