import { spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Installs packages of exact versions into a folder of their own, so that neither `package.json`, nor the lock, nor a
 * package of the project changes. What is there already goes first: a package that was compiled for another Node is
 * compiled anew.
 *
 * @param folder is made; `node_modules`, `package.json` and a lock in it are replaced.
 * @param packages versions by name.
 * @param compiled those of them that have to be compiled, where nothing compiled comes with them: they may run a
 *   script.
 * @param say told what npm says, as it comes.
 * @returns npm's exit code. Packages that do not compile are left out, and are no failure to npm.
 * @throws Error where npm cannot be started.
 */
export async function installPackages(
  folder: string,
  packages: ReadonlyMap<string, string>,
  compiled: readonly string[],
  say: (text: string) => void,
): Promise<number> {
  await mkdir(folder, { recursive: true });
  for (const name of ['node_modules', 'package-lock.json'])
    await rm(join(folder, name), { recursive: true, force: true });
  const description = {
    name: 'shortlist-peers',
    private: true,
    // Optional to npm, so that one that does not compile costs no other.
    optionalDependencies: Object.fromEntries(packages),
    // Newer versions of npm run the install scripts of nobody who is not named here.
    allowScripts: Object.fromEntries(compiled.map((name) => [`${name}@${packages.get(name)}`, true])),
  };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
  return run(['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel', 'warn'], folder, say);
}

/** Runs npm: the very one that runs us, where one does. */
function run(args: readonly string[], folder: string, say: (text: string) => void): Promise<number> {
  const script = process.env.npm_execpath;
  const [command, before] = script?.endsWith('.js') ? [process.execPath, [script]] : ['npm', []];
  const child = spawn(command, [...before, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    // On Windows npm is a script of the shell's. No argument comes from outside.
    shell: command === 'npm' && process.platform === 'win32',
  });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', say);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}
