import type { Card } from '../datasets/card.ts';
import type { Dataset, Query } from '../datasets/dataset.ts';
import type { BuildOptions, Retriever, Work } from '../retrievers/retriever.ts';
import { type Answer, ask, type Cut, compareAnswers, cutsOf } from './agreement.ts';
import { checkAnswer, checkWork } from './answer-check.ts';
import { collectorsOf } from './diagnosis/collector.ts';
import { BENCH_LIMITS, diagnose } from './diagnosis/diagnosis.ts';
import type { DivergenceCase } from './divergence.ts';
import { type QueryScores, scoreQuery } from './evaluation/scores.ts';
import type { IndexFile } from './index-file/read.ts';
import type { RunMeasure } from './metrics/index.ts';
import { Choices } from './orchestrators/choices.ts';
import type { Orchestrator } from './orchestrators/orchestrator.ts';
import { makePause } from './pause.ts';
import type { AgreementRow, CardRow, QueryRow, RankingRecord, RepeatRow } from './records.ts';
import { explained } from './retriever-code.ts';
import { type Scope, scopeOf } from './scope.ts';
import { makeSubjects, type Subject } from './subjects.ts';

/** What does not change from one seed to the next. */
export interface Plan {
  readonly k: number;
  readonly measures: readonly RunMeasure[];
  /** As on the command line; undefined is "all, up to a limit". */
  readonly check: 'all' | number | undefined;
  readonly sampleSeed: string;
  /** In the order of the command line. */
  readonly retrievers: readonly Retriever[];
  /** Every oracle that one of them declares, by name, whether or not it was asked for. */
  readonly oracles: ReadonlyMap<string, Retriever>;
  readonly options: BuildOptions;
  /** By the name of their retriever: the indexes that are read from a file and not built. */
  readonly saved?: ReadonlyMap<string, IndexFile>;
  readonly makeOrchestrator: (dataset: Dataset, seed: string | undefined) => Orchestrator | Promise<Orchestrator>;
  /** How often each pool is put to the orchestrator; once where it is not given. */
  readonly repeat?: number;
  /** Whether pools are shown in an order drawn from the seed, and not in that of the ranking. */
  readonly shufflePool?: boolean;
}

/** The outside world, passed in. */
export interface Surroundings {
  readonly signal: AbortSignal;
  /** Milliseconds, from any start. */
  readonly now: () => number;
  readonly onProgress: (stage: string, done: number, total: number) => void;
  /** Told once the indexes of an experiment are there. */
  readonly onBuilt?: () => void;
}

/** What one query made a retriever do. */
export interface QueryWork extends Work {
  readonly retriever: string;
}

/** One experiment: one dataset, every retriever, every query. */
export interface ExperimentResult {
  readonly dataset: Dataset;
  readonly seed: string | undefined;
  /** The retrievers that have rows: without an oracle that only serves a sample. */
  readonly subjects: readonly Subject[];
  /** How many queries were compared with the oracle; undefined where no retriever has one. */
  readonly compared: number | undefined;
  readonly queries: readonly QueryRow[];
  /** Empty where each pool was shown once. */
  readonly repeats: readonly RepeatRow[];
  readonly rankings: readonly RankingRecord[];
  readonly agreement: readonly AgreementRow[];
  /** Of every query, for the retrievers that count it; none for the others. */
  readonly work: readonly QueryWork[];
  /** What each index holds, by the name of its retriever; undefined where it cannot say. */
  readonly indexBytes: ReadonlyMap<string, number | undefined>;
  readonly measures: readonly RunMeasure[];
  /** Of the judged queries, one value a measure. */
  readonly scores: readonly QueryScores[];
  /** What became of each card; empty where no query has a right card. */
  readonly cards: readonly CardRow[];
  /** What the rows of the cards leave out, a line each. */
  readonly notices: readonly string[];
  /** The first query on which a retriever parted from its oracle. */
  readonly divergence: DivergenceCase | undefined;
}

/** What an experiment found, without the indexes: where it was made in parts, each part has its own. */
export type Findings = Omit<ExperimentResult, 'subjects'> & {
  readonly subjects: readonly Pick<Subject, 'retriever'>[];
};

/**
 * Builds every index, puts every query to every one of them, compares each retriever with its oracle, and lets the
 * orchestrator choose from each pool.
 *
 * @param seed undefined where the cards were given and not generated.
 * @param scope of the whole experiment, where this is a part of one.
 * @throws RetrieverError where a retriever throws or breaks its contract; InputError where a saved index cannot be used; the
 *   signal's reason on an interrupt.
 */
export async function runExperiment(
  dataset: Dataset,
  seed: string | undefined,
  plan: Plan,
  world: Surroundings,
  scope: Scope = scopeOf(dataset, plan),
): Promise<ExperimentResult> {
  const { cards, queries } = dataset;
  const pause = makePause(world.signal);
  const cuts = cutsOf(plan.k, cards.length);
  const poolCut = cuts.findIndex((cut) => cut.k >= Math.min(plan.k, cards.length));

  const options = { ...plan.options, seed: seed ?? plan.sampleSeed };
  const indexes = await makeSubjects(dataset, { ...plan, options }, world, pause);
  world.onBuilt?.();
  const subjects = plan.retrievers
    .filter((retriever) => !(scope.sampled && plan.oracles.has(retriever.name)))
    .map((retriever) => indexes.get(retriever.name) as Subject);
  const indexBytes = new Map(subjects.map(({ index, retriever }) => [retriever.name, index.indexBytes()]));
  const cardById = new Map(cards.map((card) => [card.id, card]));
  const orchestrator = await plan.makeOrchestrator(dataset, seed);
  const shuffleSeed = plan.shufflePool ? options.seed : undefined;
  const choices = new Choices({ seed, cardById, orchestrator, repeat: plan.repeat ?? 1, shuffleSeed });

  const rankings: RankingRecord[] = [];
  const agreement: AgreementRow[] = [];
  const work: QueryWork[] = [];
  const scores: QueryScores[] = [];
  const collectors = collectorsOf(dataset, seed, plan.k, scope.diagnosed ? subjects : [], cardById);
  let divergence: DivergenceCase | undefined;

  try {
    for (const [i, query] of queries.entries()) {
      const answers = new Map<string, Answer>();
      const answerOf = async (name: string): Promise<Answer> => {
        const answer = answers.get(name) ?? (await askChecked(indexes.get(name), query, cuts, cardById));
        answers.set(name, answer);
        return answer;
      };

      for (const subject of subjects) {
        await pause();
        const { index, retriever } = subject;
        const answer = await answerOf(retriever.name);
        const pool = answer.rankings[poolCut] ?? [];
        const full = answer.rankings.at(-1) ?? [];
        rankings.push({ seed, retriever: retriever.name, query_id: query.id, hits: pool });
        const counted = await explained(retriever.name, `query ${query.id}`, async () =>
          index.work?.(query.text, plan.k),
        );
        checkWork(counted, { retriever: retriever.name, queryId: query.id });
        if (counted !== undefined) work.push({ retriever: retriever.name, ...counted });
        await choices.choose({ query, retriever: retriever.name, index, candidates: answer.candidates, full, pool });
        const score = scoreQuery(retriever.name, query, pool, full, plan.k, plan.measures);
        if (score !== undefined) scores.push(score);
        collectors.get(retriever.name)?.add(query, full, pool);

        const oracle = retriever.oracle === undefined ? undefined : plan.oracles.get(retriever.oracle);
        if (oracle === undefined || !scope.checked.has(query.id)) continue;
        const compared = agreementRows(answer, await answerOf(oracle.name), cuts, {
          seed,
          retriever: retriever.name,
          oracle: oracle.name,
          query_id: query.id,
        });
        agreement.push(...compared);
        if (divergence === undefined && compared.some((row) => !row.equal)) {
          divergence = { retriever, oracle, options, k: plan.k, query: query.text, cards };
        }
      }
      world.onProgress('queries', i + 1, queries.length);
    }
    await choices.finished();
  } finally {
    // Answers that are on their way may be paid for: they are waited for, also where the run breaks off.
    await choices.settled();
  }

  world.onProgress('cards', 0, 0);
  const diagnoses = [];
  const notices: string[] = [];
  for (const [name, collector] of collectors) {
    // Its scores are wrong, and no sum explains a wrong score: what matters is the divergence, which is reported.
    const parted = agreement.some((row) => row.retriever === name && !row.equal);
    if (parted) notices.push(`the cards of ${name} are not diagnosed: it differs from its oracle`);
    else diagnoses.push(await diagnose(collector, BENCH_LIMITS, pause));
  }

  // Found query by query, so that no ranking but one query's is in memory; handed on retriever by retriever.
  const byRetriever = <Row extends { readonly retriever: string }>(all: readonly Row[]): Row[] =>
    subjects.flatMap(({ retriever }) => all.filter((row) => row.retriever === retriever.name));
  const comparing = plan.retrievers.some((retriever) => retriever.oracle !== undefined);
  const compared = comparing ? queries.filter(({ id }) => scope.checked.has(id)).length : undefined;
  return {
    dataset,
    seed,
    subjects,
    compared,
    queries: byRetriever(choices.rows),
    repeats: byRetriever(choices.repeats),
    rankings: byRetriever(rankings),
    agreement: byRetriever(agreement),
    work: byRetriever(work),
    indexBytes,
    measures: plan.measures,
    scores: byRetriever(scores),
    cards: diagnoses.flatMap((diagnosis) => diagnosis.cards),
    notices: [...notices, ...diagnoses.flatMap((diagnosis) => diagnosis.notices)],
    divergence,
  };
}

async function askChecked(
  subject: Subject | undefined,
  query: Query,
  cuts: readonly Cut[],
  cardById: ReadonlyMap<string, Card>,
): Promise<Answer> {
  if (subject === undefined) throw new Error('asked a retriever that was not built');
  const { index, retriever } = subject;
  const answer = await explained(retriever.name, `query ${query.id}`, () => ask(index, query.text, cuts));
  const where = { retriever: retriever.name, queryId: query.id, hasOracle: retriever.oracle !== undefined };
  checkAnswer(answer, cuts, cardById, where);
  return answer;
}

function agreementRows(
  ours: Answer,
  oracle: Answer,
  cuts: readonly Cut[],
  of: Pick<AgreementRow, 'seed' | 'retriever' | 'oracle' | 'query_id'>,
): AgreementRow[] {
  return compareAnswers(ours, oracle, cuts).map((comparison) => ({
    ...of,
    k: comparison.cut.label,
    hits: comparison.hits,
    equal: comparison.equal,
    max_score_error: comparison.maxScoreError,
    first_divergent_rank: comparison.firstDivergentRank,
  }));
}
