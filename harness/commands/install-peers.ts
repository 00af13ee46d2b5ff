import { visible } from '../../datasets/visible.ts';
import { PACKAGE_VERSIONS, PEERS_FOLDER } from '../../retrievers/adapters/packages.ts';
import { loadRetriever, PEERS } from '../../retrievers/index.ts';
import { installPackages } from '../peers/install.ts';
import type { Console } from '../screen/console.ts';

/** Not written in JavaScript. */
const COMPILED = 'better-sqlite3';

/**
 * Installs the search engines to compare with, and says of each whether it can be used.
 *
 * @returns the exit code: 0 where all can, else 1; 130 where it was interrupted.
 */
export async function installPeers(screen: Console, signal: AbortSignal): Promise<number> {
  screen.err(`installing into .peers; ${COMPILED} may have to be compiled, which takes a minute or two\n`);
  const code = await installPackages(PEERS_FOLDER, PACKAGE_VERSIONS, [COMPILED], screen.err);
  if (signal.aborted) return 130;
  if (code !== 0) screen.err(`npm ended with the exit code ${code}\n`);
  let missing = 0;
  for (const [name, peer] of PEERS) {
    const problem = await problemOf(name);
    if (problem !== undefined) missing++;
    const version = `${peer.package} ${PACKAGE_VERSIONS.get(peer.package)}`;
    screen.out(`${name.padEnd(12)} ${problem === undefined ? version : `not to be had: ${visible(problem, 300)}`}\n`);
  }
  return missing === 0 ? 0 : 1;
}

async function problemOf(name: string): Promise<string | undefined> {
  try {
    await loadRetriever(name);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
