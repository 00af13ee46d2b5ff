import type { Card } from '../../datasets/card.ts';
import type { Hit } from '../../retrievers/ranking.ts';
import type { ExplainedTerm, Explanation, SearchIndex } from '../../retrievers/retriever.ts';
import { type MissCause, missCause } from '../outcomes.ts';
import { checkRanking } from '../ranking-check.ts';
import { explainChecked, scoreOf } from './explained.ts';
import { type Lacking, lacking } from './lacking.ts';
import { heaviest, leadOf } from './misses.ts';

/** A hit with the terms that make its score. */
export interface ExplainedHit {
  /** From 1. */
  readonly rank: number;
  readonly id: string;
  readonly name: string;
  readonly score: number;
  readonly matched: number | undefined;
  /** Those that the card holds, heaviest first. */
  readonly terms: readonly ExplainedTerm[];
  /** Of their weights, in the retriever's own order of addition. Equal to the score: that was checked. */
  readonly sum: number;
}

/** A signal in which one card is ahead of another, and by how much. */
export interface Lead {
  readonly signal: string;
  readonly df: number;
  readonly more: number;
}

/** Why a card is in the pool, or is not. */
export interface ExplainedCard {
  readonly id: string;
  readonly name: string;
  readonly inPool: boolean;
  /** In the full ranking, from 1; undefined where it is not ranked. */
  readonly rank: number | undefined;
  readonly score: number;
  readonly matched: number | undefined;
  /** Undefined where it is in the pool. */
  readonly cause: MissCause | undefined;
  readonly terms: readonly ExplainedTerm[];
  /** The last of the pool; undefined where the card is in it or the pool has room. */
  readonly last: Hit | undefined;
  /** What the last of the pool has more, heaviest first. */
  readonly lastLeads: readonly Lead[];
  /** What would bring the card in; undefined where it is in, or no two words of the query would. */
  readonly lacking: Lacking | undefined;
}

/** A query explained. */
export interface ExplainedQuery {
  readonly retriever: string;
  readonly query: string;
  readonly cards: number;
  readonly k: number;
  readonly candidates: number;
  /** Of the query, in its order. */
  readonly signals: readonly { readonly signal: string; readonly df: number }[];
  /** Those that no card has. */
  readonly unknown: readonly string[];
  /** Signals of its text that a limit on their number cut off. */
  readonly cut: readonly string[];
  readonly hits: readonly ExplainedHit[];
  readonly card: ExplainedCard | undefined;
}

/**
 * Explains the pool of a query, and one card besides.
 *
 * @param index must explain (`index.explain`).
 * @param wanted a card of the registry to explain, in the pool or not.
 * @throws RetrieverError where an explanation does not add up to the score, to the last bit.
 */
export async function explainQuery(
  of: { readonly retriever: string; readonly index: SearchIndex; readonly cards: readonly Card[]; readonly k: number },
  query: string,
  wanted: Card | undefined,
): Promise<ExplainedQuery> {
  const { cards, index, k, retriever } = of;
  const cardById = new Map(cards.map((card) => [card.id, card]));
  const pool = await index.search(query, k);
  checkRanking(pool, k, cardById, false, { retriever, queryId: 'given' });

  const hits: ExplainedHit[] = [];
  for (const [i, hit] of pool.entries()) {
    const card = cardById.get(hit.id) as Card;
    const { terms } = await explained(index, query, card, hit);
    const held = byWeight(terms.filter((term) => term.held));
    hits.push({ rank: i + 1, ...hit, name: card.name, terms: held, sum: scoreOf(terms) });
  }
  const [any] = cards;
  const terms = any === undefined ? [] : ((await index.explain?.(query, any))?.terms ?? []);
  const df = new Map(terms.map((term) => [term.signal, term.df]));
  const all = index.signals?.(query, { cap: false }) ?? new Set<string>();
  return {
    retriever,
    query,
    cards: cards.length,
    k,
    candidates: await index.countCandidates(query),
    signals: [...df].map(([signal, holders]) => ({ signal, df: holders })),
    unknown: [...df].filter(([, holders]) => holders === 0).map(([signal]) => signal),
    cut: [...all].filter((signal) => !df.has(signal)),
    hits,
    card: wanted && (await explainCard(index, query, wanted, pool, k, cardById)),
  };
}

async function explainCard(
  index: SearchIndex,
  query: string,
  card: Card,
  pool: readonly Hit[],
  k: number,
  cardById: ReadonlyMap<string, Card>,
): Promise<ExplainedCard> {
  const full = await index.search(query, Math.max(1, index.cards));
  const place = full.findIndex((hit) => hit.id === card.id);
  const hit = full[place];
  const { terms } = await explained(index, query, card, hit);
  const inPool = place >= 0 && place < pool.length;
  const last = inPool || pool.length < k ? undefined : pool.at(-1);
  const asked = { id: 'given', text: query, relevant: new Map([[card.id, 1]]), kind: undefined };
  return {
    id: card.id,
    name: card.name,
    inPool,
    rank: place < 0 ? undefined : place + 1,
    score: scoreOf(terms),
    matched: hit?.matched,
    cause: inPool ? undefined : missCause(asked, asked.relevant, full, pool, index, cardById),
    terms: byWeight(terms),
    last,
    lastLeads: last === undefined ? [] : await leads(index, query, cardById.get(last.id) as Card, last, terms),
    lacking: inPool ? undefined : lacking(card.id, terms, last, pool[0]?.matched !== undefined),
  };
}

async function leads(
  index: SearchIndex,
  query: string,
  ahead: Card,
  hit: Hit,
  terms: readonly ExplainedTerm[],
): Promise<Lead[]> {
  const theirs = await explained(index, query, ahead, hit);
  const lead = leadOf(theirs, { terms, uniform: theirs.uniform });
  const df = new Map(terms.map((term) => [term.signal, term.df]));
  return heaviest(lead).map((signal) => ({ signal, df: df.get(signal) ?? 0, more: lead.get(signal) ?? 0 }));
}

async function explained(index: SearchIndex, query: string, card: Card, hit: Hit | undefined): Promise<Explanation> {
  const explanation = await explainChecked(index, query, card, hit);
  if (explanation === undefined) throw new Error('asked an index to explain that does not');
  return explanation;
}

function byWeight(terms: readonly ExplainedTerm[]): ExplainedTerm[] {
  return [...terms].sort((a, b) => b.weight - a.weight || (a.signal < b.signal ? -1 : a.signal > b.signal ? 1 : 0));
}
