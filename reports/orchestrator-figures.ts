import { visible } from '../datasets/visible.ts';
import type { CallRow, RepeatRow, TokenRow } from '../harness/records.ts';

/** Whose figures they are: a retriever, on a seed where there are several. Safe to show. */
interface Own {
  readonly name: string;
}

/** How many queries came to the same end every time that their pool was shown. */
export interface RepeatFigures extends Own {
  readonly queries: number;
  readonly alike: number;
  /** How often each was asked. */
  readonly times: number;
}

/** What a model was asked, in milliseconds. */
export interface CallFigures extends Own {
  readonly calls: number;
  readonly requests: number;
  /** Median of one request alone, and with all waits and retries. */
  readonly serviceMs: number | undefined;
  readonly totalMs: number | undefined;
}

/** Means over the queries whose pool is not empty. */
export interface TokenFigures extends Own {
  /** Queries with a pool; what follows is undefined where there is none. */
  readonly asked: number;
  readonly registry: number | undefined;
  readonly pool: number | undefined;
  /** Of the input of a prompt, in [0, 1]. */
  readonly reduction: number | undefined;
  readonly reductionP95: number | undefined;
}

export function repeatFigures(repeats: readonly RepeatRow[]): RepeatFigures[] {
  return byRetriever(repeats).map(([name, rows]) => {
    const queries = new Map<string, RepeatRow[]>();
    for (const row of rows) {
      const key = JSON.stringify([row.seed ?? null, row.query_id]);
      const own = queries.get(key);
      if (own === undefined) queries.set(key, [row]);
      else own.push(row);
    }
    // A failure is an answer too: what matters is whether the same question comes to the same end.
    const ends = (row: RepeatRow) => row.picked_card ?? row.outcome;
    const alike = [...queries.values()].filter((own) => new Set(own.map(ends)).size === 1).length;
    return { name, queries: queries.size, alike, times: rows.reduce((most, row) => Math.max(most, row.repeat), 0) };
  });
}

export function callFigures(calls: readonly CallRow[]): CallFigures[] {
  return byRetriever(calls).map(([name, rows]) => ({
    name,
    calls: rows.length,
    requests: rows.reduce((sum, row) => sum + row.attempts, 0),
    serviceMs: median(rows.map((row) => row.service_ms)),
    totalMs: median(rows.map((row) => row.total_ms)),
  }));
}

export function tokenFigures(tokens: readonly TokenRow[]): TokenFigures[] {
  return byRetriever(tokens).map(([name, rows]) => {
    const asked = rows.filter((row) => row.reduction !== undefined);
    const reductions = asked.map((row) => row.reduction as number).sort((a, b) => a - b);
    return {
      name,
      asked: asked.length,
      registry: mean(asked.map((row) => row.registry_tokens)),
      pool: mean(asked.map((row) => row.pool_tokens as number)),
      reduction: mean(reductions),
      reductionP95: reductions[Math.ceil(0.95 * reductions.length) - 1],
    };
  });
}

function byRetriever<Row extends { readonly seed: string | undefined; readonly retriever: string }>(
  rows: readonly Row[],
): [string, Row[]][] {
  const seeded = new Set(rows.map((row) => row.seed)).size > 1;
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const name = seeded ? namedWithSeed(row) : visible(row.retriever);
    const own = groups.get(name);
    if (own === undefined) groups.set(name, [row]);
    else own.push(row);
  }
  return [...groups];
}

/** A retriever and its seed, safe to show. */
export function namedWithSeed({
  retriever,
  seed,
}: {
  readonly seed: string | undefined;
  readonly retriever: string;
}): string {
  return seed === undefined ? visible(retriever) : `${visible(retriever)}, seed ${seed}`;
}

function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1];
}
