import type { Query } from '../../datasets/dataset.ts';
import { InputError } from '../../datasets/input-error.ts';
import { visible } from '../../datasets/visible.ts';
import { KNOWN_RETRIEVERS, loadRetriever, retrieverProblem } from '../../retrievers/index.ts';
import type { Retriever } from '../../retrievers/retriever.ts';
import { splitNames } from '../../retrievers/rrf.ts';
import { MODEL_ORCHESTRATOR } from '../config/model.ts';
import type { KnownNames } from '../config/source.ts';
import { first } from '../orchestrators/first.ts';
import { makeOracleOrchestrator } from '../orchestrators/oracle.ts';
import type { Orchestrator } from '../orchestrators/orchestrator.ts';
import { makeScriptedOrchestrator, type ScriptedReply } from '../orchestrators/scripted.ts';

/** What an orchestrator may be made from. */
interface Makings {
  readonly queries: readonly Query[];
  readonly replies: readonly ScriptedReply[];
}

const ORCHESTRATORS: ReadonlyMap<string, (makings: Makings) => Orchestrator> = new Map([
  ['first', () => first],
  ['oracle', ({ queries }: Makings) => makeOracleOrchestrator(queries)],
  ['scripted', ({ replies }: Makings) => makeScriptedOrchestrator(replies)],
]);

/** Every name that the command line takes. */
export const KNOWN: KnownNames = {
  retrievers: { problem: retrieverProblem, split: splitNames },
  orchestrators: [...ORCHESTRATORS.keys(), MODEL_ORCHESTRATOR],
};

/** What `--retrievers` may name, for the help. */
export const RETRIEVER_NOTES = `Retrievers: ${KNOWN_RETRIEVERS}.`;

/** Makes an orchestrator that needs no network. @throws Error for an unknown name. */
export function makeOrchestrator(name: string, makings: Makings): Orchestrator {
  const make = ORCHESTRATORS.get(name);
  if (make === undefined) throw new Error(`unknown orchestrator "${name}"`);
  return make(makings);
}

/**
 * Loads retrievers by name, in that order, and every oracle that one of them declares.
 *
 * @throws InputError where one declares an oracle that cannot be had.
 */
export async function loadRetrievers(
  names: readonly string[],
): Promise<{ readonly retrievers: readonly Retriever[]; readonly oracles: ReadonlyMap<string, Retriever> }> {
  const retrievers = await Promise.all(names.map(loadRetriever));
  for (const { name, oracle } of retrievers) {
    const problem = oracle === undefined ? undefined : retrieverProblem(oracle);
    if (problem !== undefined) throw new InputError(`${name}: its oracle ${visible(String(oracle), 60)}: ${problem}`);
  }
  const oracleNames = [...new Set(retrievers.flatMap((retriever) => retriever.oracle ?? []))];
  const oracles = await Promise.all(oracleNames.map(loadRetriever));
  return { retrievers, oracles: new Map(oracles.map((oracle) => [oracle.name, oracle])) };
}
