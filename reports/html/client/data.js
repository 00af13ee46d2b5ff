import { element } from './dom.js';

/** @typedef {import('../explorer.ts').ExplorerIndex} ExplorerIndex */
/** @typedef {import('../explorer.ts').ExplorerQuery} ExplorerQuery */

/** @type {ExplorerIndex} */
export const index = JSON.parse(element('index').textContent ?? '');

/** @type {Map<number, readonly ExplorerQuery[]>} */
const blocksRead = new Map();

/**
 * What is known of one query beyond its row. Its block is read when it is first needed.
 *
 * @param {number} query its place
 */
export function detailOf(query) {
  const number = Math.floor(query / index.block);
  let block = blocksRead.get(number);
  if (block === undefined) {
    block = /** @type {readonly ExplorerQuery[]} */ (JSON.parse(element(`block-${number}`).textContent ?? ''));
    blocksRead.set(number, block);
  }
  return /** @type {ExplorerQuery} */ (block[query % index.block]);
}

/**
 * The id and the name of a card.
 *
 * @param {number} query whose registry it is in
 * @param {number} card its place
 */
export function cardOf(query, card) {
  const cards = index.cards[index.query.seed[query] ?? 0];
  return { id: cards?.ids[card] ?? '?', name: cards?.names[card] ?? '' };
}

/**
 * What became of a query with a retriever.
 *
 * @param {number} query
 * @param {number} retriever
 */
export function resultOf(query, retriever) {
  const of = index.results[retriever];
  return {
    outcome: of?.outcome[query] ?? -1,
    success: of?.success[query] ?? -1,
    cause: of?.cause[query] ?? -1,
    candidates: of?.candidates[query] ?? -1,
    rank: of?.rank[query] ?? -1,
    picked: of?.picked[query] ?? -1,
  };
}

/**
 * Retrievers with the same outcome and rank on every query, as an oracle and who equals it: one column shows them all.
 *
 * @type {readonly { readonly name: string, readonly retriever: number }[]}
 */
export const columns = (() => {
  /** @type {{ name: string, retriever: number }[]} */
  const all = [];
  for (const [retriever, { name }] of index.retrievers.entries()) {
    const own = index.results[retriever];
    const twin = all.find(({ retriever: other }) => {
      const its = index.results[other];
      return own?.outcome.every((outcome, i) => outcome === its?.outcome[i] && own.rank[i] === its?.rank[i]);
    });
    if (twin === undefined) all.push({ name, retriever });
    else twin.name += ` = ${name}`;
  }
  return all;
})();

/**
 * The name of an outcome as a class.
 *
 * @param {number} outcome
 */
export function outcomeClass(outcome) {
  return (index.outcomes[outcome] ?? 'none').replaceAll(' ', '-');
}
