import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { installPackages } from '../../../harness/peers/install.ts';
import { temporaryFolder } from '../../support.ts';

afterEach(() => vi.unstubAllEnvs());

/** A program in place of npm: it writes down how it was called, and says and ends as it is told. */
async function fakeNpm(code: number): Promise<string> {
  const path = join(await temporaryFolder(), 'npm.js');
  await writeFile(
    path,
    `const { writeFileSync } = require('node:fs');
    writeFileSync('called.json', JSON.stringify({ args: process.argv.slice(2), cwd: process.cwd() }));
    console.log('added 2'); console.error('warned'); process.exitCode = ${code};`,
  );
  return path;
}

test.each([0, 7])('packages go into a folder of their own, in exact versions, with npm ending in %i', async (code) => {
  vi.stubEnv('npm_execpath', await fakeNpm(code));
  const folder = join(await temporaryFolder(), 'peers');
  await mkdir(join(folder, 'node_modules', 'old'), { recursive: true });
  const said: string[] = [];
  const packages = new Map([
    ['one', '1.2.3'],
    ['@two/two', '0.1.0'],
  ]);
  expect(await installPackages(folder, packages, ['one'], (text) => said.push(text))).toBe(code);
  expect(said.sort().join('')).toBe('added 2\nwarned\n');
  expect(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))).toEqual({
    name: 'shortlist-peers',
    private: true,
    optionalDependencies: { one: '1.2.3', '@two/two': '0.1.0' },
    allowScripts: { 'one@1.2.3': true },
  });
  const { args, cwd } = JSON.parse(await readFile(join(folder, 'called.json'), 'utf8'));
  expect(args.slice(0, 3)).toEqual(['install', '--prefix', folder]);
  expect(cwd).toBe(folder);
  await expect(stat(join(folder, 'node_modules'))).rejects.toThrow('ENOENT');
});
