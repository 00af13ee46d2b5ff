import { createHash } from 'node:crypto';
import type { QrelsRecord, RankingRecord, RunRecords } from '../harness/records.ts';

/**
 * The rankings and judgments of a run as trec_eval reads them, by file name: a run file for each retriever (and seed,
 * where there are several: every seed has its own query q0), and the qrels. `trec_eval -c qrels.trec run.ssr.trec` gives
 * the run's own figures.
 *
 * @returns the pieces of each file. No qrels where no query is judged.
 */
export function trecFiles({
  qrels,
  rankings,
}: Pick<RunRecords, 'qrels' | 'rankings'>): ReadonlyMap<string, Iterable<string>> {
  const seeds = [...new Set(rankings.map(({ seed }) => seed))];
  const files = new Map<string, Iterable<string>>();
  const add = (parts: readonly string[], seed: string | undefined, content: Iterable<string>) => {
    const name = trecFileName(parts, seed, seeds.length > 1);
    if (files.has(name)) throw new Error(`two files would be ${name}`);
    files.set(name, content);
  };
  for (const seed of seeds) {
    const ofSeed = rankings.filter((ranking) => ranking.seed === seed);
    for (const retriever of new Set(ofSeed.map((ranking) => ranking.retriever))) {
      const own = ofSeed.filter((ranking) => ranking.retriever === retriever);
      add(['run', fileNamePart(retriever)], seed, inPieces(runLines(own)));
    }
    const judged = qrels.filter((each) => each.seed === seed);
    if (judged.length > 0) add(['qrels'], seed, inPieces(qrelsLines(judged)));
  }
  return files;
}

/**
 * The name of a file for trec_eval.
 *
 * @param parts fit for a file name: `['qrels']`.
 * @param several whether the run has several seeds, and so a file for each.
 */
export function trecFileName(parts: readonly string[], seed: string | undefined, several: boolean): string {
  const named = several && seed !== undefined ? [...parts, `seed-${fileNamePart(seed)}`] : parts;
  return `${named.join('.')}.trec`;
}

/** Characters that are written at a time: a large file never is one string, nor a write a query. */
const PIECE = 1 << 16;

function* inPieces(texts: Iterable<string>): Generator<string> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/**
 * Rankings as a TREC run: `query Q0 card rank score retriever`. trec_eval passes over the rank and sorts by the score,
 * ties by id the other way round; so the score is hits + 1 - rank, which has no ties and our order. The retriever's own
 * scores are in rankings.csv.
 */
function* runLines(rankings: Iterable<RankingRecord>): Generator<string> {
  for (const { hits, query_id, retriever } of rankings) {
    const query = trecId(query_id);
    const lines = hits.map(
      (hit, i) => `${query} Q0 ${trecId(hit.id)} ${i + 1} ${hits.length - i} ${trecId(retriever)}\n`,
    );
    if (lines.length > 0) yield lines.join('');
  }
}

/** Right cards as TREC qrels: `query 0 card grade`. A query without a right card has no line, and so is not judged. */
function* qrelsLines(qrels: Iterable<QrelsRecord>): Generator<string> {
  for (const { query_id, relevant } of qrels) {
    const query = trecId(query_id);
    yield [...relevant].map(([id, grade]) => `${query} 0 ${trecId(id)} ${grade}\n`).join('');
  }
}

/**
 * An id as one word of a TREC file: white space, which would end it, `#`, which begins a comment for some, control
 * characters, halves of characters, which UTF-8 cannot hold, and `%` itself become `%` and two hexadecimal digits for
 * each byte. All other ids stay as they are.
 */
export function trecId(id: string): string {
  return id.replace(/[\s\p{Cc}\p{Cs}%#]/gu, (character) => {
    const code = character.codePointAt(0) as number;
    // A half is no character to encode; it gets the three bytes that its number has in UTF-8's pattern.
    const half = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
    const bytes = code >= 0xd800 && code <= 0xdfff ? half : [...Buffer.from(character, 'utf8')];
    return bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
  });
}

/** The id that `trecId` was given. */
export function idOfTrec(word: string): string {
  return word
    .replace(/%ED%([AB][0-9A-F])%([89AB][0-9A-F])/g, (_, middle: string, last: string) =>
      String.fromCharCode(0xd000 | ((Number.parseInt(middle, 16) & 0x3f) << 6) | (Number.parseInt(last, 16) & 0x3f)),
    )
    .replace(/(?:%[0-9A-F]{2})+/g, decodeURIComponent);
}

/**
 * A name as part of a file name. One of lower-case letters, digits and `.-_` stays; any other loses what file systems or
 * shells stumble over, and gets the beginning of its sha256 instead: `rrf(a,b)` and `rrf(a;b)` are two files, as are `A`
 * and `a` where a disk takes them for one.
 */
function fileNamePart(name: string): string {
  if (/^[a-z0-9][a-z0-9_.-]{0,63}$/.test(name)) return name;
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 12);
  return plain === '' ? hash : `${plain}-${hash}`;
}
