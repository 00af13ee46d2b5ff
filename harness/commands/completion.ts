import { fileURLToPath } from 'node:url';
import { FORMAT_NAMES } from '../../datasets/loaders/formats.ts';
import { visible } from '../../datasets/visible.ts';
import { PEERS, RETRIEVERS } from '../../retrievers/index.ts';
import { type OptionSpec, type RawOptions, UsageError } from '../config/options.ts';
import { COMPARABLE } from '../finished-runs/differences.ts';
import { type Completable, completionScript, SHELLS } from '../screen/completion.ts';
import type { Console } from '../screen/console.ts';
import { KNOWN } from './names.ts';

/**
 * Prints a script for a shell, which defines `shortlist` and completes it.
 *
 * @param commands what is completed.
 * @throws UsageError where no known shell is named.
 */
export async function completion(raw: RawOptions, screen: Console, commands: readonly Completable[]): Promise<number> {
  const [name, ...more] = Array.isArray(raw.shell) ? raw.shell : [];
  const shell = SHELLS.find((known) => known === name);
  if (shell === undefined || more.length > 0) {
    const given = name === undefined ? 'no shell' : visible(String(shell === undefined ? name : more[0]), 60);
    throw new UsageError(`completion: expected one of ${SHELLS.join(', ')}, received ${given}`);
  }
  const start = { loader: import.meta.resolve('tsx'), program: fileURLToPath(new URL('../cli.ts', import.meta.url)) };
  screen.out(completionScript(shell, commands, start, valuesOf));
  return 0;
}

const RETRIEVER_NAMES = [...RETRIEVERS.keys(), ...PEERS.keys()];

const NAMED: ReadonlyMap<string, readonly string[]> = new Map([
  ['retrievers', RETRIEVER_NAMES],
  ['retriever', RETRIEVER_NAMES],
  ['baseline', RETRIEVER_NAMES],
  ['orchestrator', KNOWN.orchestrators],
  ['format', FORMAT_NAMES],
  ['allow', COMPARABLE],
]);

/** Values by the name of the option, or those that its help lists (`tool|server`); what is in capitals is no value. */
function valuesOf({ name, value }: OptionSpec): readonly string[] | undefined {
  const listed = value?.includes('|') ? value.split('|').filter((each) => each !== each.toUpperCase()) : undefined;
  return NAMED.get(name) ?? listed;
}
