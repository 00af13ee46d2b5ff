import { join } from 'node:path';
import { z } from 'zod';
import { InputError } from '../../datasets/input-error.ts';
import { visible } from '../../datasets/visible.ts';
import {
  count,
  numberOf,
  optionalCount,
  optionalNumber,
  optionalOutcome,
  optionalText,
  optionalTruth,
  text,
  truth,
} from './cells.ts';
import { type Cells, type Here, readCsv } from './csv-file.ts';
import type { Divergence, FileChange, FinishedQuery, FinishedRun, RunSubject } from './finished-run.ts';
import { type FinishedManifest, readManifest } from './manifest-file.ts';
import { type QrelsFiles, readRight } from './right-cards.ts';

/** Columns of `summary.csv` that are no figures, or that say which row it is. */
const summaryRow = z.object({ dataset: z.string(), seed: optionalText, retriever: text, k: count, queries: count });
const latencyRow = z.object({ seed: optionalText, retriever: text, samples: count });
const sliceRow = z.object({ seed: optionalText, retriever: text, kind: optionalText });
const curveRow = z.object({
  seed: optionalText,
  retriever: text,
  k: text,
  recall: optionalNumber,
  complete: optionalNumber,
});
const queryRow = z.object({
  seed: optionalText,
  retriever: text,
  query_id: text,
  kind: optionalText,
  candidates: count,
  pool: count,
  first_relevant_rank: optionalCount,
  picked_card: optionalText,
  outcome: optionalOutcome,
  success: optionalTruth,
  miss_cause: optionalText,
});
const rankingRow = z.object({ seed: optionalText, retriever: text, query_id: text, rank: count, card_id: text });
const agreementRow = z.object({
  seed: optionalText,
  retriever: text,
  query_id: text,
  k: text,
  equal: truth,
  max_score_error: optionalNumber,
  first_divergent_rank: optionalCount,
});

/** A subject while it is read. */
interface Draft {
  readonly seed: string | undefined;
  readonly retriever: string;
  readonly k: number;
  readonly figures: Map<string, number | undefined>;
  readonly slices: Map<string, ReadonlyMap<string, number | undefined>>;
  readonly queries: Map<string, FinishedQuery>;
  readonly pools: Map<string, string[]>;
}

/**
 * Reads the folder of a finished run back into rows: manifest, summary, latency where it was measured, queries, pools,
 * divergences and right cards. The folder is not trusted: every cell is checked, and every file that is read is held
 * against the sha256 that the manifest has of it.
 *
 * @param qrels how the files of right cards are named and their words read; reports know, who write them.
 * @throws InputError with file and line for what is not as a run writes it.
 */
export async function readRun(path: string, qrels: QrelsFiles): Promise<FinishedRun> {
  const manifest = await readManifest(path);
  if (manifest.verdict.result === 'interrupted' && !Object.hasOwn(manifest.files, 'summary.csv')) {
    throw new InputError(`${visible(path, 200)}: this run was interrupted before anything was finished`);
  }
  const changed: FileChange[] = [];
  const read = async <Row>(
    name: string,
    schema: z.ZodObject & z.ZodType<Row>,
    onRow: Parameters<typeof readCsv<Row>>[2],
  ) => {
    const { columns, sha256 } = await readCsv(join(path, name), schema, onRow);
    changed.push(...changeOf(manifest, name, sha256));
    return columns;
  };

  const drafts = new Map<string, Draft>();
  let latest: Draft | undefined;
  const draftOf = (row: { readonly seed: string | undefined; readonly retriever: string }, here: Here): Draft => {
    // Rows come retriever by retriever.
    if (latest?.retriever === row.retriever && latest.seed === row.seed) return latest;
    latest = drafts.get(keyOf(row));
    if (latest !== undefined) return latest;
    const seed = row.seed === undefined ? '' : `, seed ${visible(row.seed, 64)}`;
    throw new InputError(`${here.where()}: ${visible(row.retriever, 60)}${seed} has no row in summary.csv`);
  };
  // Cards and queries come again in every pool; each of their names is held once.
  const names = new Map<string, string>();
  const once = (name: string): string => {
    const known = names.get(name);
    if (known !== undefined) return known;
    names.set(name, name);
    return name;
  };

  const summaryTexts = new Set(['dataset', 'seed', 'retriever']);
  const summaryColumns = await read('summary.csv', summaryRow, ({ k, retriever, seed }, here) => {
    const key = keyOf({ seed, retriever });
    if (drafts.has(key)) throw new InputError(`${here.where()}: ${visible(retriever, 60)} has a row already`);
    const figures = figuresOf(here.cells(), summaryTexts);
    drafts.set(key, { seed, retriever, k, figures, slices: new Map(), queries: new Map(), pools: new Map() });
  });
  const latencyColumns = !Object.hasOwn(manifest.files, 'latency.csv')
    ? []
    : await read('latency.csv', latencyRow, (row, here) => {
        const { figures } = draftOf(row, here);
        for (const [column, value] of figuresOf(here.cells(), summaryTexts)) {
          const known = figures.get(column);
          if (known === undefined) figures.set(column, value);
          else if (value !== known) {
            throw new InputError(
              `${here.where()}: ${column}: expected ${known}, as in summary.csv, received ${value ?? 'nothing'}`,
            );
          }
        }
      });
  if (Object.hasOwn(manifest.files, 'slices.csv')) {
    const sliceTexts = new Set(['seed', 'retriever', 'kind']);
    await read('slices.csv', sliceRow, (row, here) => {
      // Only rules ask for these rows, by the name of a subject: one that is not there is told then.
      drafts.get(keyOf(row))?.slices.set(once(row.kind ?? ''), figuresOf(here.cells(), sliceTexts));
    });
  }
  const curveColumns = new Set<string>();
  if (Object.hasOwn(manifest.files, 'curve.csv')) {
    await read('curve.csv', curveRow, ({ complete, k, recall, ...row }) => {
      const draft = drafts.get(keyOf(row));
      // What the pools reach is measured from them.
      if (draft === undefined || !(Number(k) > draft.k)) return;
      for (const [name, value] of [['recall', recall] as const, ['complete', complete] as const]) {
        draft.figures.set(`${name}@${k}`, value);
        curveColumns.add(`${name}@${k}`);
      }
    });
  }
  await read('queries.csv', queryRow, ({ query_id, retriever, seed, ...row }, here) => {
    const { queries } = draftOf({ seed, retriever }, here);
    if (queries.has(query_id))
      throw new InputError(`${here.where()}: the query "${visible(query_id, 60)}" has a row already`);
    queries.set(once(query_id), row);
  });
  const inPool = new Set<string>();
  await read('rankings.csv', rankingRow, (row, here) => {
    const { pools, queries } = draftOf(row, here);
    if (!queries.has(row.query_id)) {
      throw new InputError(`${here.where()}: the query "${visible(row.query_id, 60)}" has no row in queries.csv`);
    }
    const pool = pools.get(row.query_id) ?? [];
    if (row.rank !== pool.length + 1) {
      throw new InputError(`${here.where()}: rank: expected ${pool.length + 1}, received ${row.rank}`);
    }
    if (row.rank === 1) inPool.clear();
    if (inPool.has(row.card_id)) {
      throw new InputError(`${here.where()}: the card "${visible(row.card_id, 60)}" is in the pool already`);
    }
    inPool.add(once(row.card_id));
    pool.push(once(row.card_id));
    pools.set(once(row.query_id), pool);
  });
  const divergences: Divergence[] = [];
  await read('agreement.csv', agreementRow, ({ equal, ...row }, here) => {
    draftOf(row, here);
    const known = divergences.at(-1);
    const again = known?.query_id === row.query_id && keyOf(known) === keyOf(row);
    if (!equal && !again) divergences.push(row);
  });

  return {
    path,
    experiment: manifest.experiment,
    verdict: manifest.verdict,
    fingerprint: manifest.fingerprint,
    subjects: await withRight(path, manifest, [...drafts.values()], qrels, changed),
    divergences,
    columns: columnsOf([...drafts.values()], [...summaryColumns, ...latencyColumns, ...curveColumns]),
    changed,
  };
}

/** Puts the right cards of each seed beside its rows. */
async function withRight(
  path: string,
  manifest: FinishedManifest,
  drafts: readonly Draft[],
  qrels: QrelsFiles,
  changed: FileChange[],
): Promise<RunSubject[]> {
  const seeds = [...new Set(drafts.map(({ seed }) => seed))];
  const right = new Map<string | undefined, RunSubject['right']>();
  for (const seed of seeds) {
    const name = qrels.nameOf(seed, seeds.length > 1);
    const judged = drafts.some((draft) => draft.seed === seed && (draft.figures.get('judged') ?? 0) > 0);
    if (!judged) {
      right.set(seed, new Map());
      continue;
    }
    const file = await readRight(join(path, name), qrels);
    changed.push(...changeOf(manifest, name, file.sha256));
    right.set(seed, file.right);
  }
  return drafts.map((draft) => ({ ...draft, right: right.get(draft.seed) ?? new Map() }));
}

function changeOf({ files }: FinishedManifest, name: string, got: string): FileChange[] {
  const wanted = Object.hasOwn(files, name) ? files[name] : undefined;
  return wanted === got ? [] : [{ name, wanted: wanted ?? 'none: manifest.json does not list it', got }];
}

function keyOf({ retriever, seed }: { readonly seed: string | undefined; readonly retriever: string }): string {
  return JSON.stringify([seed ?? null, retriever]);
}

/** The cells of a row that hold numbers, or nothing. */
function figuresOf(cells: Cells, texts: ReadonlySet<string>): Map<string, number | undefined> {
  const figures = new Map<string, number | undefined>();
  for (const [column, cell] of Object.entries(cells)) {
    const value = numberOf(cell);
    if (!texts.has(column) && (value !== undefined || cell === '')) figures.set(column, value);
  }
  return figures;
}

function columnsOf(drafts: readonly Draft[], columns: readonly string[]): readonly string[] {
  return [...new Set(columns)].filter((column) => drafts.some(({ figures }) => figures.has(column)));
}
