import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { run } from '../../runs.ts';
import { temporaryFolder } from '../../support.ts';

// One test starts processes.
vi.setConfig({ testTimeout: 60_000 });

test('the folder of another command is named as such', async () => {
  const folder = await temporaryFolder();
  const scale = join(folder, 'scale');
  const args = ['--sizes', '50', '--queries', '5', '--check', '2', '--quiet'];
  expect(await run('scale', ...args, '--out', scale)).toMatchObject({ code: 0, err: '' });
  const peers = join(folder, 'peers');
  const without = ['--sizes', '50', '--queries', '5', '--retrievers', 'bm25', '--quiet'];
  expect(await run('peers', ...without, '--out', peers)).toMatchObject({ code: 0, err: '' });
  for (const [path, name] of [
    [scale, 'scale'],
    [peers, 'peers'],
  ] as const) {
    for (const command of [
      ['gate', path],
      ['compare', path, path],
    ]) {
      const { code, err, out } = await run(...command);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toContain(
        `${basename(path)}: expected a run of bench, received one of ${name}: gate and compare read`,
      );
      expect(err).toMatch(/^[^\n]*\n$/);
    }
  }
});

test('a manifest of nobody is told by what is wrong in it', async () => {
  const folder = await temporaryFolder();
  for (const experiment of [undefined, null, 7, { shape: 'cards', dataset: 7 }, {}]) {
    await writeFile(join(folder, 'manifest.json'), JSON.stringify({ experiment }));
    expect((await run('gate', folder)).err).toMatch(/manifest\.json: experiment[.a-z]*: expected /);
  }
});
