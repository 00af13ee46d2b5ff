import { index } from './data.js';

/** What is searched: the text, the id and the kind of each query. */
export const haystacks = index.query.text.map((text, query) =>
  `${text}\n${index.query.id[query]}\n${index.kinds[index.query.kind[query] ?? -1] ?? ''}`.toLowerCase(),
);

/**
 * @typedef {object} Filter
 * @property {string} text every word of it has to be there
 * @property {number} retriever -1 for any
 * @property {string} outcome '', 'success', 'failure', 'unjudged', 'outcome 3', 'cause 2'
 * @property {number} kind -1 for any, -2 for queries without one
 * @property {number} seed -1 for any
 * @property {string} parted '', 'outcome', 'pool', 'only 0 2': the first succeeds and the second does not
 */

/**
 * The queries that pass, in their order.
 *
 * @param {Filter} filter
 */
export function passing(filter) {
  const words = filter.text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const retrievers = filter.retriever < 0 ? index.retrievers.map((_, i) => i) : [filter.retriever];
  /** @type {number[]} */
  const found = [];
  for (let query = 0; query < haystacks.length; query++) {
    if (filter.kind >= 0 && index.query.kind[query] !== filter.kind) continue;
    if (filter.kind === -2 && index.query.kind[query] !== -1) continue;
    if (filter.seed >= 0 && index.query.seed[query] !== filter.seed) continue;
    if (filter.outcome !== '' && !retrievers.some((retriever) => cameTo(query, retriever, filter.outcome))) continue;
    if (filter.parted !== '' && !parts(query, filter.parted)) continue;
    const haystack = haystacks[query] ?? '';
    if (!words.every((word) => haystack.includes(word))) continue;
    found.push(query);
  }
  return found;
}

/**
 * @param {number} query
 * @param {number} retriever
 * @param {string} wanted
 */
function cameTo(query, retriever, wanted) {
  const of = index.results[retriever];
  if (of === undefined) return false;
  if (wanted === 'success') return of.success[query] === 1;
  if (wanted === 'failure') return of.success[query] === 0;
  if (wanted === 'unjudged') return of.outcome[query] === -1;
  const [what, place] = wanted.split(' ');
  return (what === 'cause' ? of.cause : of.outcome)[query] === Number(place);
}

/**
 * Whether retrievers part on a query.
 *
 * @param {number} query
 * @param {string} how
 */
function parts(query, how) {
  const { results } = index;
  if (how === 'outcome') return results.some((of) => of.outcome[query] !== results[0]?.outcome[query]);
  if (how === 'rank') return results.some((of) => of.rank[query] !== results[0]?.rank[query]);
  const [, one, other] = how.split(' ').map(Number);
  return results[one ?? 0]?.success[query] === 1 && results[other ?? 0]?.success[query] === 0;
}
