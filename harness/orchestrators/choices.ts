import type { Card } from '../../datasets/card.ts';
import type { Query } from '../../datasets/dataset.ts';
import type { Hit } from '../../retrievers/ranking.ts';
import type { SearchIndex } from '../../retrievers/retriever.ts';
import { judge, missCause } from '../outcomes.ts';
import type { QueryRow, RepeatRow } from '../records.ts';
import { drawSample } from '../sample.ts';
import { BoundedTasks } from './bounded-tasks.ts';
import type { Orchestrator } from './orchestrator.ts';

/** What one experiment puts to its orchestrator, and how. */
interface Judging {
  readonly seed: string | undefined;
  readonly cardById: ReadonlyMap<string, Card>;
  readonly orchestrator: Orchestrator;
  /** How often each pool is shown; the first time decides the outcome. */
  readonly repeat: number;
  /** What the order in which a pool is shown follows from; undefined shows the ranking. */
  readonly shuffleSeed: string | undefined;
}

/** One retriever's answer to one query. */
interface Found {
  readonly query: Query;
  readonly retriever: string;
  readonly index: SearchIndex;
  readonly candidates: number;
  readonly full: readonly Hit[];
  readonly pool: readonly Hit[];
}

interface Judged {
  readonly row: QueryRow;
  readonly repeats: readonly RepeatRow[];
}

/** The choices of one experiment. Some orchestrators choose side by side; the rows are in the order of the asking. */
export class Choices {
  readonly #judging: Judging;
  readonly #tasks: BoundedTasks;
  readonly #judged: Judged[] = [];
  #asked = 0;

  constructor(judging: Judging) {
    this.#judging = judging;
    this.#tasks = new BoundedTasks(judging.orchestrator.concurrency ?? 1);
  }

  /**
   * Lets the orchestrator choose.
   *
   * @returns once it has begun, and once it is done where it does one thing at a time.
   * @throws what an earlier choice threw.
   */
  async choose(found: Found): Promise<void> {
    const place = this.#asked++;
    await this.#tasks.start(async () => {
      this.#judged[place] = await judgeQuery(found, this.#judging);
    });
  }

  /** Waits for all of them. @throws what the first that failed threw. */
  async finished(): Promise<void> {
    await this.#tasks.finished();
  }

  /** Waits for all of them, however they end. */
  async settled(): Promise<void> {
    await this.#tasks.settled();
  }

  /** A row for each choice. */
  get rows(): readonly QueryRow[] {
    return this.#judged.map(({ row }) => row);
  }

  /** Empty where each pool was shown once. */
  get repeats(): readonly RepeatRow[] {
    return this.#judged.flatMap(({ repeats }) => repeats);
  }
}

/** Lets the orchestrator choose from a pool, and says what became of the query. */
async function judgeQuery(
  { candidates, full, index, pool, query, retriever }: Found,
  { cardById, orchestrator, repeat, seed, shuffleSeed }: Judging,
): Promise<Judged> {
  const row = {
    seed,
    retriever,
    query_id: query.id,
    kind: query.kind,
    candidates,
    pool: pool.length,
    top_card: pool[0]?.id,
  };
  const { relevant } = query;
  // Nobody has said what is right: there is nothing to choose for and nothing to judge.
  if (relevant === undefined) return { row: { ...row, ...UNJUDGED }, repeats: [] };

  const rank = full.findIndex((hit) => relevant.has(hit.id)) + 1;
  const ranked = pool.map((hit) => cardById.get(hit.id) as Card);
  const shown =
    shuffleSeed === undefined
      ? ranked
      : drawSample(ranked, ranked.length, JSON.stringify([shuffleSeed, 'shuffle-pool', query.id]));
  const { failureKind, outcome, ...first } = await judge(query, relevant, shown, orchestrator, retriever);
  const missed = outcome === 'retrieval_miss' || (outcome === 'empty_pool' && !first.success);
  const judged: QueryRow = {
    ...row,
    first_relevant_rank: rank === 0 ? undefined : rank,
    picked_card: first.pickedCard,
    outcome,
    success: first.success,
    miss_cause: missed ? missCause(query, relevant, full, pool, index, cardById) : undefined,
    right_position: first.rightPosition,
    picked_position: first.pickedPosition,
    failure_kind: failureKind,
    attempts: first.attempts,
    http_status: first.httpStatus,
  };
  if (repeat === 1 || pool.length === 0) return { row: judged, repeats: [] };

  const of = { seed, retriever, query_id: query.id };
  const repeats: RepeatRow[] = [{ ...of, repeat: 1, outcome, success: first.success, picked_card: first.pickedCard }];
  for (let again = 2; again <= repeat; again++) {
    const { pickedCard, ...next } = await judge(query, relevant, shown, orchestrator, retriever, again);
    repeats.push({ ...of, repeat: again, outcome: next.outcome, success: next.success, picked_card: pickedCard });
  }
  return { row: judged, repeats };
}

const UNJUDGED = {
  first_relevant_rank: undefined,
  picked_card: undefined,
  outcome: undefined,
  success: undefined,
  miss_cause: undefined,
  right_position: undefined,
  picked_position: undefined,
  failure_kind: undefined,
  attempts: undefined,
  http_status: undefined,
} as const;
