import type { Card } from '../card.ts';
import type { Query } from '../dataset.ts';
import { InputError } from '../input-error.ts';
import { visible } from '../visible.ts';
import { place, shownPath } from './bytes.ts';
import { readLines } from './lines.ts';
import { Problems, plural } from './problems.ts';

/** Judgments of a file: query id -> card id -> grade. Grades are integers; 0 and below mean not right. */
export interface Qrels {
  /** The file they came from, as it was named. */
  readonly path: string;
  /** `TREC` (query, iteration, card, grade) or `BEIR` (a header, then query, card, grade). */
  readonly format: 'TREC' | 'BEIR';
  readonly grades: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** A line of a qrels file. */
interface Judgment {
  readonly query: string;
  readonly card: string;
  readonly grade: string;
}

/**
 * Reads judgments: TREC qrels (four columns between white space, or tabs where ids hold spaces), or BEIR's TSV (header
 * `query-id corpus-id score`, tabs). A quote is a quote: neither format knows quoting.
 *
 * @throws {InputError} naming file and line for a line of the wrong form, a grade that is no integer, or a pair that
 * comes twice; naming the file if it holds no judgment.
 */
export async function loadQrels(path: string): Promise<Qrels> {
  const problems = new Problems();
  const grades = new Map<string, Map<string, number>>();
  const lineOf = new Map<string, Map<string, number>>();
  let format: Qrels['format'] | undefined;

  for await (const { line, text } of readLines(path)) {
    if (/^\s*$/.test(text)) continue;
    if (format === undefined) {
      format = isBeirHeader(text) ? 'BEIR' : 'TREC';
      if (format === 'BEIR') continue;
    }
    const judgment = format === 'BEIR' ? beirLine(text) : trecLine(text);
    if (typeof judgment === 'string') {
      problems.add(place(path, line), judgment);
      continue;
    }
    const { query, card } = judgment;
    const grade = Number(judgment.grade);
    if (!/^-?\d+$/.test(judgment.grade) || !Number.isSafeInteger(grade)) {
      problems.add(place(path, line), `expected an integer as the grade, received "${visible(judgment.grade, 40)}"`);
      continue;
    }
    const first = inner(lineOf, query).get(card);
    if (first !== undefined) {
      const pair = `query "${visible(query)}" and card "${visible(card)}"`;
      problems.add(place(path, line), `${pair} are already judged on line ${first}`);
      continue;
    }
    inner(lineOf, query).set(card, line);
    inner(grades, query).set(card, grade);
  }
  problems.throwIfAny();
  if (format === undefined || grades.size === 0) throw new InputError(`${shownPath(path)}: holds no judgment`);
  return { path, format, grades };
}

function inner(map: Map<string, Map<string, number>>, key: string): Map<string, number> {
  const known = map.get(key);
  if (known !== undefined) return known;
  const fresh = new Map<string, number>();
  map.set(key, fresh);
  return fresh;
}

function isBeirHeader(text: string): boolean {
  return /^query-id\s+corpus-id\s+score$/i.test(text.trim());
}

/** The judgment of a BEIR line, or what is wrong with the line. */
function beirLine(text: string): Judgment | string {
  const [query, card, grade, ...rest] = text.split('\t');
  if (grade === undefined || rest.length > 0) {
    return `expected 3 columns between tabs (query-id, corpus-id, score), received ${text.split('\t').length}`;
  }
  if (query === '' || card === '') return 'an id is empty';
  return { query: query!, card: card!, grade: grade.trim() };
}

/** The judgment of a TREC line, or what is wrong with the line. White space is ASCII's, as trec_eval has it. */
function trecLine(text: string): Judgment | string {
  const tabbed = text.split('\t').map((column) => column.replace(/^ +| +$/g, ''));
  const columns = tabbed.length === 4 ? tabbed : text.split(/[ \t\r\v\f]+/).filter((column) => column !== '');
  const [query, , card, grade] = columns;
  if (columns.length !== 4) {
    return `expected 4 columns (query, iteration, card, grade) or the header "query-id corpus-id score", received ${plural(columns.length, 'column')}`;
  }
  if (query === '' || card === '') return 'an id is empty';
  return { query: query!, card: card!, grade: grade! };
}

/**
 * The queries with `relevant` taken from qrels alone: the cards of grade >= 1. A query that the qrels name with no such
 * card has nothing right; one that they do not name is not judged.
 *
 * @returns the queries in their order, and what somebody should know about the match, one line each.
 * @throws {InputError} if the qrels name none of the queries.
 */
export function applyQrels(
  queries: readonly Query[],
  qrels: Qrels,
): { readonly queries: Query[]; readonly notices: readonly string[] } {
  const judged = queries.map((query): Query => {
    const grades = qrels.grades.get(query.id);
    if (grades === undefined) return { ...query, relevant: undefined };
    return { ...query, relevant: new Map([...grades].filter(([, grade]) => grade >= 1)) };
  });
  const ids = new Set(queries.map((query) => query.id));
  const strangers = [...qrels.grades.keys()].filter((id) => !ids.has(id));
  const unjudged = judged.filter((query) => query.relevant === undefined);
  const file = shownPath(qrels.path);
  if (queries.length > 0 && unjudged.length === queries.length) {
    const example = `"${visible(strangers[0]!, 60)}" there, "${visible(queries[0]!.id, 60)}" in the query set`;
    throw new InputError(`${file}: judges none of the ${plural(queries.length, 'query')} (ids such as ${example})`);
  }
  const notices: string[] = [];
  if (unjudged.length > 0) {
    const example = visible(unjudged[0]!.id, 60);
    notices.push(`${file}: ${unjudged.length} of ${plural(queries.length, 'query')} not judged, such as "${example}"`);
  }
  if (strangers.length > 0) {
    const example = visible(strangers[0]!, 60);
    notices.push(`${file}: judges ${plural(strangers.length, 'query')} not in the query set, such as "${example}"`);
  }
  return { queries: judged, notices };
}

/**
 * Checks that every right answer is a card of the registry: a missing one could never be found, and every measure would
 * quietly be lower.
 *
 * @throws {InputError} saying how many are missing, with the first.
 */
export function checkRelevantExist(cards: readonly Card[], queries: readonly Query[]): void {
  const ids = new Set(cards.map((card) => card.id));
  let missing = 0;
  let example = '';
  for (const query of queries) {
    for (const card of query.relevant?.keys() ?? []) {
      if (ids.has(card)) continue;
      if (missing === 0) example = `card "${visible(card)}" of query "${visible(query.id)}"`;
      missing++;
    }
  }
  if (missing === 0) return;
  throw new InputError(`${plural(missing, 'right answer')} not in the registry, such as ${example}`);
}
