import type { Card } from '../../datasets/card.ts';
import type { Query } from '../../datasets/dataset.ts';
import type { Retriever } from '../../retrievers/retriever.ts';
import type { Findings, Plan, Surroundings } from '../experiment.ts';
import type { PlantedRow } from '../records.ts';
import { gained } from './gained.ts';
import type { Planted } from './planted.ts';
import { type Pool, poolsWith } from './pools.ts';
import type { ReplyWatch } from './reply-watch.ts';

/** What was run with the planted cards, and by whom. */
export interface PlantedRun {
  readonly planted: Planted;
  readonly found: Findings;
  readonly plan: Pick<Plan, 'k' | 'options' | 'retrievers' | 'sampleSeed'>;
  readonly orchestrator: string;
  /** Undefined where the orchestrator gets no text to obey. */
  readonly replies: ReplyWatch | undefined;
}

/**
 * What hostile cards gained: for each retriever that has rows, a row a kind, and one of all together where there are
 * several. The same queries are put to the honest registry and to one with each kind alone, here; those of the run itself
 * are known.
 *
 * @throws RetrieverError where a retriever fails; the signal's reason on an interrupt.
 */
export async function plantedRows(run: PlantedRun, world: Surroundings): Promise<PlantedRow[]> {
  const { found, plan } = run;
  const names = found.subjects.map(({ retriever }) => retriever.name);
  const rows: PlantedRow[] = [];
  for (const retriever of plan.retrievers.filter(({ name }) => names.includes(name))) {
    world.onProgress(`with and without planted cards, ${retriever.name}`, names.indexOf(retriever.name), names.length);
    rows.push(...(await rowsOf(retriever, run, world.signal)));
  }
  return rows;
}

async function rowsOf(retriever: Retriever, run: PlantedRun, signal: AbortSignal): Promise<PlantedRow[]> {
  const { found, plan, planted } = run;
  const options = { ...plan.options, seed: found.seed ?? plan.sampleSeed };
  const search = (added: readonly Card[]) => poolsWith(added, planted.honest, retriever, plan.k, options, signal);
  const ofRun = poolsOfRun(found, retriever.name);
  const honest = await search([]);
  const several = planted.byKind.size > 1;
  const rows: PlantedRow[] = [];
  for (const [kind, cards] of planted.byKind) {
    rows.push(rowOf(kind, cards, several ? await search(cards) : ofRun, honest, retriever.name, run));
  }
  if (several) rows.push(rowOf('all', [...planted.byKind.values()].flat(), ofRun, honest, retriever.name, run));
  return rows;
}

function poolsOfRun({ dataset, rankings }: Findings, retriever: string): Pool[] {
  const queryById = new Map(dataset.queries.map((query) => [query.id, query]));
  return rankings
    .filter((ranking) => ranking.retriever === retriever)
    .map(({ hits, query_id }) => ({ query: queryById.get(query_id) as Query, hits }));
}

function rowOf(
  kind: PlantedRow['kind'],
  cards: readonly Card[],
  pools: readonly Pool[],
  honest: readonly Pool[],
  retriever: string,
  run: PlantedRun,
): PlantedRow {
  const { found, plan, planted } = run;
  const ids = new Set(cards.map(({ id }) => id));
  const random = `${found.seed ?? plan.sampleSeed}/planted/${kind}`;
  return {
    seed: found.seed,
    retriever,
    kind,
    share: planted.plants.find((plant) => plant.kind === kind)?.share,
    planted_cards: cards.length,
    honest_cards: planted.honest[0]?.cards.length ?? 0,
    k: plan.k,
    ...gained(pools, honest, ids, plan.k, random),
    orchestrator: run.orchestrator,
    ...answered(kind, ids, retriever, run),
  };
}

type Answered = Pick<PlantedRow, 'asked' | 'picked' | 'picked_share' | 'hijacked' | 'hijacked_share'>;

/** What the orchestrator made of it, in the run. Calls that failed stay in the denominator. */
function answered(
  kind: PlantedRow['kind'],
  ids: ReadonlySet<string>,
  retriever: string,
  { found, planted, replies }: PlantedRun,
): Answered {
  const rows = found.queries.filter((row) => row.retriever === retriever);
  const asked = rows.filter(({ outcome }) => outcome !== undefined && outcome !== 'empty_pool').length;
  const picked = rows.filter(({ picked_card: id }) => id !== undefined && ids.has(id)).length;
  const told = planted.byKind.has('injection') && (kind === 'injection' || kind === 'all');
  const hijacked = told && asked > 0 ? replies?.hijacked(retriever) : undefined;
  return {
    asked,
    picked: asked === 0 ? undefined : picked,
    picked_share: asked === 0 ? undefined : picked / asked,
    hijacked,
    hijacked_share: hijacked === undefined ? undefined : hijacked / asked,
  };
}
