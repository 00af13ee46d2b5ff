import type { Query } from '../../datasets/dataset.ts';
import type { Hit } from '../../retrievers/ranking.ts';
import { runChild } from '../child-process.ts';
import { meanScores, scoreQuery } from '../evaluation/scores.ts';
import { measuresOf } from '../metrics/index.ts';
import { isJudged } from '../metrics/measure.ts';
import type { AloneMessage, AlonePlan, Built } from './alone.ts';
import type { PeerRow, ProcessMemory } from './records.ts';
import type { SideBySideLatency, SideBySideMessage, SideBySidePlan } from './side-by-side.ts';
import type { SizePlan } from './size.ts';

/** What the processes are started with: `task` decides which of the two kinds one is. */
export type PeersTask = { readonly alone: AlonePlan } | { readonly sideBySide: SideBySidePlan };

export interface PeersPlan {
  readonly seed: string;
  readonly cards: number;
  readonly queries: readonly Query[];
  readonly k: number;
  readonly retrievers: readonly { readonly name: string; readonly package: string | undefined }[];
  /** What a retriever may take to index, again to answer all queries, and again for the searches that are timed. */
  readonly limitS: number;
  /** Old space of each process. */
  readonly heapMiB: number;
  /** What the processes run: it is given a `PeersTask`. */
  readonly module: URL;
  readonly signal: AbortSignal;
  readonly onProgress: (stage: string, done: number, total: number) => void;
}

/** A size, measured. */
export interface MeasuredPeers {
  readonly rows: readonly PeerRow[];
  /** Of the process that reads the cards and keeps nothing; undefined where it did not come to its end. */
  readonly reader: ProcessMemory | undefined;
  /** Undefined where nothing could be timed. */
  readonly latency: SideBySideLatency | undefined;
  /** What failed and why, a line each; to run into the limit is no failure. */
  readonly failures: readonly string[];
}

/** Why a process did not come to its end. */
interface Problem {
  readonly why: string;
  /** Whether that was its limit, which is no failure. */
  readonly silent: boolean;
}

/** What one retriever did in its own process; where it did not come to the end, `note` says why. */
interface Alone {
  readonly name: string;
  readonly package: string | undefined;
  readonly built: Built | undefined;
  readonly answers: readonly (readonly Hit[])[] | undefined;
  readonly problem: Problem | undefined;
}

/**
 * Measures retrievers on one size. Each first builds its index and answers all queries in a process of its own; those
 * that did so within the limit are then timed in one process.
 *
 * One that fails, answers otherwise when it is timed, or dies costs no other anything: its row is left with empty cells and
 * says why.
 *
 * @throws the signal's reason on an interrupt.
 */
export async function measurePeers(plan: PeersPlan): Promise<MeasuredPeers> {
  const { onProgress, retrievers } = plan;
  const title = `${plan.cards.toLocaleString('en-US')} cards`;
  onProgress(`${title}: the cards alone`, 0, 0);
  const reader = await alone(plan, { name: 'the process that only reads the cards', package: undefined }, undefined);
  const finished: Alone[] = [];
  for (const [i, retriever] of retrievers.entries()) {
    onProgress(`${title}: ${retriever.name}`, i, retrievers.length);
    finished.push(await alone(plan, retriever, retriever.name));
  }
  const timed = await sideBySide(plan, finished, title);
  const memory = reader.built?.memory;
  const failures = [reader, ...finished, ...timed.failed]
    .flatMap(({ name, problem }) => (problem === undefined || problem.silent ? [] : [failureOf(name, problem.why)]))
    .map((failure) => `${title}: ${failure}`);
  const rows = finished.map((each) => rowOf(plan, each, memory, timed));
  return { rows, reader: memory, latency: timed.latency, failures };
}

/** What a retriever throws is told with its name already; of a process that died that is not known. */
function failureOf(name: string, why: string): string {
  return why.startsWith(`${name}, `) ? why : `${name}: ${why}`;
}

async function alone(
  plan: PeersPlan,
  { name, package: packed }: PeersPlan['retrievers'][number],
  retriever: string | undefined,
): Promise<Alone> {
  let built: Built | undefined;
  let answers: Alone['answers'];
  const problem = await runTask<AloneMessage>(
    plan,
    { alone: { ...sizeOf(plan), retriever } },
    plan.limitS,
    (message) => {
      if ('built' in message) built = message.built;
      if ('answers' in message) answers = message.answers;
    },
  );
  const within = built === undefined ? 'no index' : `an index, and not all ${plan.queries.length} queries answered`;
  const limited = problem?.silent ? { ...problem, why: `${within}, within ${plan.limitS} s` } : problem;
  return { name, package: packed, built, answers, problem: limited };
}

interface Timed {
  readonly latency: SideBySideLatency | undefined;
  /** Those that failed beside the others, and, by another name, what kept all from being timed. */
  readonly failed: readonly { readonly name: string; readonly problem: Problem }[];
}

/** What is at fault where it is no single retriever. */
const ALL = 'the process with all indexes';

/** Times all that answered alone; where one fails beside the others, the others once more without it. */
async function sideBySide(plan: PeersPlan, finished: readonly Alone[], title: string): Promise<Timed> {
  const failed: { name: string; problem: Problem }[] = [];
  for (;;) {
    const left = finished.flatMap(({ answers, name }) =>
      answers === undefined || failed.some((each) => each.name === name) ? [] : [{ name, answers }],
    );
    if (left.length === 0) return { latency: undefined, failed };
    const { latency, problem } = await timeAll(plan, left, title);
    if (problem === undefined) return { latency, failed };
    const culprit = left.find(({ name }) => problem.why.startsWith(`${name}, `));
    failed.push({ name: culprit?.name ?? ALL, problem });
    if (culprit === undefined) return { latency: undefined, failed };
  }
}

async function timeAll(
  plan: PeersPlan,
  retrievers: SideBySidePlan['retrievers'],
  title: string,
): Promise<{ readonly latency: SideBySideLatency | undefined; readonly problem: Problem | undefined }> {
  let latency: SideBySideLatency | undefined;
  let built = 0;
  const show = (round: number) => {
    const stage = built < retrievers.length ? 'building all in one process' : 'side by side, rounds';
    plan.onProgress(
      `${title}: ${stage}`,
      built < retrievers.length ? built : round,
      built < retrievers.length ? retrievers.length : Math.max(20, round),
    );
  };
  show(0);
  const task = { sideBySide: { ...sizeOf(plan), retrievers, slowestMs: plan.limitS * 1000 } };
  // Indexing takes longer here, among the others; the limit has been held to where each was alone.
  const problem = await runTask<SideBySideMessage>(plan, task, plan.limitS * 4, (message) => {
    if ('built' in message) built++;
    if ('latency' in message) latency = message.latency;
    show('round' in message ? message.round : 0);
  });
  return { latency, problem };
}

function sizeOf({ cards, k, queries, seed }: PeersPlan): SizePlan {
  return { cards, k, seed, queries: queries.map(({ id, text }) => ({ id, text })) };
}

/** @returns why the process did not come to its end, and whether that was its limit. */
async function runTask<Message extends object>(
  { heapMiB, module, signal }: PeersPlan,
  task: PeersTask,
  limitS: number,
  onMessage: (message: Message) => void,
): Promise<Problem | undefined> {
  const silenceMs = limitS * 1000;
  const start = performance.now();
  let last = start;
  let failed: string | undefined;
  const why = await runChild<Message | { readonly failed: string }>({
    module,
    input: task,
    heapMiB,
    silenceMs,
    signal,
    onMessage: (message) => {
      last = performance.now();
      if ('failed' in message) failed = message.failed;
      else onMessage(message);
    },
  });
  if (failed !== undefined) return { why: failed, silent: false };
  return why === undefined ? undefined : { why, silent: performance.now() - last >= silenceMs };
}

function rowOf(plan: PeersPlan, of: Alone, reader: ProcessMemory | undefined, { failed, latency }: Timed): PeerRow {
  const { answers, built } = of;
  const { cards, k, queries, seed } = plan;
  const measures = measuresOf(k, []);
  const scores = queries.flatMap((query, i) => {
    const pool = answers?.[i];
    return pool === undefined ? [] : (scoreQuery(of.name, query, pool, pool, k, measures) ?? []);
  });
  const [recall_at_k, success_at_1, mrr, ndcg_at_10] = meanScores(scores, measures);
  const timed = latency?.rows.find((row) => row.retriever === of.name);
  const grown = (part: keyof ProcessMemory) => {
    if (built === undefined || reader === undefined) return undefined;
    const growth = built.memory[part] - reader[part];
    // A process varies by some megabytes from one start to the next: an index of less does not show in it.
    return growth < 0 ? undefined : growth;
  };
  return {
    seed,
    cards,
    queries: queries.length,
    judged: queries.filter(({ relevant }) => isJudged(relevant)).length,
    k,
    retriever: of.name,
    package: of.package,
    indexing_s: built && built.indexingMs / 1000,
    peak_bytes: built?.memory.peak,
    peak_growth_bytes: grown('peak'),
    rss_growth_bytes: grown('rss'),
    heap_growth_bytes: grown('heap'),
    index_bytes: built?.indexBytes,
    recall_at_k,
    success_at_1,
    mrr,
    ndcg_at_10,
    samples: timed?.samples,
    mean_us: timed?.mean_us,
    p50_us: timed?.p50_us,
    p95_us: timed?.p95_us,
    ratio_to_ssr: inverse(timed?.ratio_to_oracle),
    ratio_low: inverse(timed?.ratio_high),
    ratio_high: inverse(timed?.ratio_low),
    note: noteOf(of, failed),
  };
}

/** Without the name of the retriever, whose row it stands in. */
function noteOf({ name, problem }: Alone, failed: Timed['failed']): string | undefined {
  if (problem !== undefined) return bare(name, problem.why);
  for (const each of failed) {
    if (each.name === name) return `not timed: ${bare(name, each.problem.why)}`;
    if (each.name === ALL) return `not timed: ${ALL} ${each.problem.why}`;
  }
  return undefined;
}

function bare(name: string, why: string): string {
  return why.startsWith(`${name}, `) ? why.slice(name.length + 2) : why;
}

function inverse(ratio: number | undefined): number | undefined {
  return ratio === undefined ? undefined : 1 / ratio;
}
