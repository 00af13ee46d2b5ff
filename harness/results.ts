import { type Evaluation, evaluate, type Questions } from './evaluation/evaluation.ts';
import { overSeeds, slice, summarise } from './evaluation/summary.ts';
import { failureRows, positionRows, sortedCalls } from './evaluation/tallies.ts';
import type { Findings } from './experiment.ts';
import type { ExperimentLatency } from './latency/step.ts';
import { type DatasetHash, hashDataset } from './manifest.ts';
import { namedOf } from './metrics/index.ts';
import type {
  AgreementRow,
  CallRow,
  CardRow,
  FailureRow,
  LatencyRow,
  PlantedRow,
  PositionRow,
  QueryRow,
  RankingRecord,
  RepeatRow,
  RunRecords,
  SliceRow,
  SummaryRow,
  TokenRow,
} from './records.ts';

interface ResultOptions {
  /** Whether it is of interest which position of the pool was picked. */
  readonly positions: boolean;
}

/** The rows of the experiments that are finished: one that was broken off adds none. */
export class Results {
  readonly #summary: SummaryRow[] = [];
  readonly #slices: SliceRow[] = [];
  readonly #queries: QueryRow[] = [];
  readonly #rankings: RankingRecord[] = [];
  readonly #agreement: AgreementRow[] = [];
  readonly #latency: LatencyRow[] = [];
  readonly #cards: CardRow[] = [];
  readonly #evaluations: Evaluation[] = [];
  readonly #repeats: RepeatRow[] = [];
  readonly #failures: FailureRow[] = [];
  readonly #positions: PositionRow[] = [];
  readonly #tokens: TokenRow[] = [];
  readonly #planted: PlantedRow[] = [];
  readonly #options: ResultOptions;
  #named: readonly string[] = [];
  /** Of the datasets of the finished experiments, in order. */
  readonly contents: DatasetHash[] = [];
  /** Undefined until an experiment is finished. */
  datasetName: string | undefined;
  /** Queries compared with the oracle (undefined: there is none) of those put, in the last experiment; all are alike. */
  checked: { readonly queries: number | undefined; readonly of: number } = { queries: undefined, of: 0 };
  /** Of the last experiment that was timed. */
  timing: Omit<ExperimentLatency, 'rows'> | undefined;

  constructor(options: ResultOptions = { positions: false }) {
    this.#options = options;
  }

  /**
   * @param tokens empty where none were counted.
   * @param planted empty where no hostile card was planted.
   * @throws Error where the outcomes of a retriever do not balance.
   */
  add(
    result: Findings,
    latency: ExperimentLatency | undefined,
    k: number,
    questions: Questions,
    tokens: readonly TokenRow[] = [],
    planted: readonly PlantedRow[] = [],
  ): void {
    this.#summary.push(...summarise(result, k));
    this.#slices.push(...slice(result));
    for (const row of result.queries) this.#queries.push(row);
    for (const row of result.rankings) this.#rankings.push(row);
    for (const row of result.agreement) this.#agreement.push(row);
    for (const row of result.cards) this.#cards.push(row);
    for (const row of result.repeats) this.#repeats.push(row);
    for (const row of tokens) this.#tokens.push(row);
    this.#planted.push(...planted);
    this.#failures.push(...failureRows(result.queries));
    if (this.#options.positions) this.#positions.push(...positionRows(result.queries));
    this.#latency.push(...(latency?.rows ?? []));
    this.#evaluations.push(evaluate(result, questions));
    this.#named = namedOf(result.measures);
    this.contents.push(hashDataset(result.dataset));
    this.datasetName = result.dataset.name;
    this.checked = { queries: result.compared, of: result.dataset.queries.length };
    this.timing = latency ?? this.timing;
  }

  /**
   * @param own the rows of the run's tests of itself.
   * @param calls of a model, in any order; those of experiments that are not finished are left out.
   */
  records(own: Pick<RunRecords, 'canaries' | 'fixtures'>, calls: readonly CallRow[] = []): RunRecords {
    return {
      canaries: own.canaries,
      fixtures: own.fixtures,
      summary: this.#summary,
      seeds: overSeeds(this.#summary, this.#named),
      slices: this.#slices,
      named: this.#named,
      curve: this.#evaluations.flatMap(({ curve }) => curve),
      target: this.#evaluations.flatMap(({ target }) => target),
      comparisons: this.#evaluations.flatMap(({ comparisons }) => comparisons),
      ties: this.#evaluations.flatMap(({ ties }) => ties),
      qrels: this.#evaluations.flatMap(({ qrels }) => qrels),
      queries: this.#queries,
      rankings: this.#rankings,
      agreement: this.#agreement,
      latency: this.#latency,
      cards: this.#cards,
      repeats: this.#repeats,
      failures: this.#failures,
      positions: this.#positions,
      tokens: this.#tokens,
      planted: this.#planted,
      calls: sortedCalls(calls, this.#queries),
    };
  }
}
