import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { claimFolder, reclaimFolder } from '../../../harness/folder-claim.ts';
import { temporaryFolder } from '../../support.ts';

describe('a folder that was claimed', () => {
  it('is refused to others while the process lives, this one included', async () => {
    const folder = await temporaryFolder();
    await claimFolder(folder);
    await expect(claimFolder(folder)).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await reclaimFolder(folder)).toEqual({ owner: `process ${process.pid}` });
    expect(await readdir(folder)).toEqual(['.shortlist-running']);
  });

  it('is free once its process was killed', async () => {
    const folder = await temporaryFolder();
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    const path = await claimFolder(folder);
    const owner = JSON.parse(await readFile(path, 'utf8'));
    // As that process would have written it; where the system does not tell its start, its number must do.
    const { started: _, ...rest } = owner;
    await writeFile(path, JSON.stringify({ ...rest, pid: child.pid }));
    expect(await reclaimFolder(folder)).toEqual({ owner: `process ${child.pid}` });
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await reclaimFolder(folder)).toHaveProperty('claim');
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^\.shortlist-running-/)]);
  });

  it('is free where its number belongs to another process by now', async () => {
    const folder = await temporaryFolder();
    const path = await claimFolder(folder);
    const owner = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...owner, started: '1' }));
    expect(await reclaimFolder(folder)).toHaveProperty('claim');
  });

  it('is refused where nobody can tell who has it', async () => {
    const folder = await temporaryFolder();
    const path = await claimFolder(folder);
    const owner = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...owner, host: 'elsewhere', pid: 1 }));
    expect(await reclaimFolder(folder)).toEqual({
      owner: 'process 1 on another machine; if that is gone, remove .shortlist-running* from it',
    });
    await writeFile(path, '');
    expect(await reclaimFolder(folder)).toHaveProperty('owner', expect.stringMatching(/^somebody unknown/));
  });

  it('goes to one at most of many that come at once', async () => {
    for (let i = 0; i < 20; i++) {
      const folder = await temporaryFolder();
      const ends = await Promise.all(Array.from({ length: 5 }, () => reclaimFolder(folder)));
      expect(ends.filter((end) => 'claim' in end).length).toBeLessThanOrEqual(1);
    }
  });
});
