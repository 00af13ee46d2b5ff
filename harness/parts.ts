import type { Dataset } from '../datasets/dataset.ts';
import { type ExperimentResult, type Findings, type Plan, runExperiment, type Surroundings } from './experiment.ts';
import type { Orchestrator } from './orchestrators/orchestrator.ts';
import { scopeOf } from './scope.ts';
import type { Subject } from './subjects.ts';

/** What an experiment is made on. */
export interface Divided {
  /** The whole: every query once. */
  readonly dataset: Dataset;
  /** Its queries in parts, in that order, each with a registry of its own of as many cards; undefined: it is one part. */
  readonly folds?: readonly Dataset[] | undefined;
  readonly seed: string | undefined;
}

/**
 * Runs an experiment part by part; to all that is reported, and to the orchestrator, it is one. Each part has its own
 * indexes, and its own oracle. Cards are diagnosed where there is one part: what a card lacks, and whether a query can
 * reach it, is not one thing where its text is another in each part.
 *
 * @param onPart is given each part while its indexes are there; the first one has `place` 0.
 * @throws as `runExperiment` does.
 */
export async function runParts(
  { dataset, folds, seed }: Divided,
  plan: Plan,
  world: Surroundings,
  onPart: (result: ExperimentResult, place: number) => Promise<void> = async () => {},
): Promise<Findings> {
  const parts = folds ?? [dataset];
  const scope = scopeOf(dataset, plan, parts.length === 1);
  let orchestrator: Orchestrator | Promise<Orchestrator> | undefined;
  const partPlan: Plan = {
    ...plan,
    makeOrchestrator: () => {
      orchestrator ??= plan.makeOrchestrator(dataset, seed);
      return orchestrator;
    },
  };
  const findings: Findings[] = [];
  for (const [place, part] of parts.entries()) {
    const onProgress: Surroundings['onProgress'] = (stage, done, total) =>
      world.onProgress(parts.length === 1 ? stage : `fold ${place + 1} of ${parts.length}, ${stage}`, done, total);
    const result = await runExperiment(part, seed, partPlan, { ...world, onProgress }, scope);
    await onPart(result, place);
    findings.push({ ...result, subjects: result.subjects.map(({ retriever }) => ({ retriever })) });
  }
  return mergeFindings(dataset, findings);
}

/**
 * Puts the findings of parts together: the rows of each retriever in the order of the queries. Bytes are those of the first
 * part's indexes, as its times are: one registry was never in all of them.
 *
 * @param dataset the whole, with the queries of the parts one after the other.
 * @throws Error where a retriever has not answered every query exactly once, in that order.
 */
export function mergeFindings(dataset: Dataset, parts: readonly Findings[]): Findings {
  const [first, ...others] = parts;
  if (first === undefined) throw new Error('an experiment without a part');
  if (others.length === 0) return first;
  const { subjects } = first;
  const all = <Row extends OfRetriever>(rowsOf: (part: Findings) => readonly Row[]) =>
    byRetriever(subjects, parts.flatMap(rowsOf));
  const queries = all((part) => part.queries);
  const wanted = subjects.flatMap(() => dataset.queries.map(({ id }) => id));
  if (queries.length !== wanted.length || queries.some(({ query_id }, i) => query_id !== wanted[i])) {
    throw new Error(`${queries.length} rows of ${wanted.length} queries, or in another order`);
  }
  return {
    ...first,
    dataset,
    compared: parts.reduce<number | undefined>(
      (sum, { compared }) => (sum === undefined || compared === undefined ? undefined : sum + compared),
      0,
    ),
    queries,
    repeats: all((part) => part.repeats),
    rankings: all((part) => part.rankings),
    agreement: all((part) => part.agreement),
    work: all((part) => part.work),
    scores: all((part) => part.scores),
    cards: [],
    notices: parts.flatMap(({ notices }) => notices),
    divergence: parts.find(({ divergence }) => divergence !== undefined)?.divergence,
  };
}

interface OfRetriever {
  readonly retriever: string;
}

/** The rows of the first retriever, then those of the second ..., each in the order in which they come. */
export function byRetriever<Row extends OfRetriever>(
  subjects: readonly Pick<Subject, 'retriever'>[],
  rows: readonly Row[],
): Row[] {
  return subjects.flatMap(({ retriever }) => rows.filter((row) => row.retriever === retriever.name));
}
