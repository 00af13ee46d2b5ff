import type { Hit } from '../retrievers/ranking.ts';
import type { SearchIndex, Work } from '../retrievers/retriever.ts';
import { type Answer, type Cut, firstDifference } from './agreement.ts';
import { checkRanking, RetrieverError } from './ranking-check.ts';

/** Whose answer it is. */
interface Of {
  readonly retriever: string;
  readonly queryId: string;
  /** Whether all of it is compared with an oracle too. */
  readonly hasOracle: boolean;
}

/**
 * Checks what a build returned against the contract of `SearchIndex`.
 *
 * @param cards how many it was given.
 * @throws RetrieverError that names the retriever.
 */
export function checkIndex(retriever: string, index: SearchIndex, cards: number): void {
  const fail = (what: string): never => {
    throw new RetrieverError(`${retriever}, build: ${what}`);
  };
  // Types are no proof: a retriever may be plain JavaScript.
  const given: unknown = index;
  if (typeof given !== 'object' || given === null) fail(`expected an index, received ${shown(given)}`);
  for (const method of ['search', 'countCandidates', 'indexBytes'] as const) {
    if (typeof index[method] !== 'function') fail(`expected an index with ${method}(), received one without`);
  }
  if (index.cards !== cards) fail(`expected ${cards} cards in the index, received ${shown(index.cards)}`);
  let bytes: unknown;
  try {
    bytes = index.indexBytes();
  } catch (error) {
    fail(`indexBytes() threw: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (bytes !== undefined && !isCount(bytes)) {
    fail(`expected indexBytes() to be a number of bytes or undefined, received ${shown(bytes)}`);
  }
}

/**
 * Checks all that a retriever says about one query: each ranking, that a search for fewer hits is the beginning of one for
 * more, and that everything is as many hits as there are candidates. The last two are left to the oracle where there is one.
 *
 * @param cuts of the answer's rankings, the widest last: everything.
 * @param known says whether a card is in the registry, and how many there are.
 * @throws RetrieverError that names the retriever and the query.
 */
export function checkAnswer(
  { candidates, rankings }: Answer,
  cuts: readonly Cut[],
  known: { has(id: string): boolean; readonly size: number },
  { hasOracle, queryId, retriever }: Of,
): void {
  const fail = (what: string): never => {
    throw new RetrieverError(`${retriever}, query ${queryId}: ${what}`);
  };
  for (const [i, cut] of cuts.entries()) {
    checkRanking(rankings[i] as readonly Hit[], cut.k, known, hasOracle, { retriever, queryId });
  }
  if (!isCount(candidates) || candidates > known.size) {
    fail(`expected countCandidates() to be an integer from 0 to ${known.size}, received ${shown(candidates)}`);
  }
  if (hasOracle) return;
  const everything = rankings.at(-1) as readonly Hit[];
  for (const [i, cut] of cuts.slice(0, -1).entries()) {
    const fewer = rankings[i] as readonly Hit[];
    const rank = firstDifference(fewer, everything.slice(0, cut.k));
    if (rank === undefined) continue;
    const [expected, received] = [everything[rank - 1], fewer[rank - 1]].map(shownHit);
    fail(
      `a search for ${cut.k} is not how one for all begins: at rank ${rank} expected ${expected}, received ${received}`,
    );
  }
  if (everything.length !== candidates) {
    fail(`expected a search for all to bring every candidate, ${candidates}, received ${everything.length} hits`);
  }
}

/** Checks the work of one search. @throws RetrieverError that names the retriever and the query. */
export function checkWork(work: Work | undefined, where: Omit<Of, 'hasOracle'>): void {
  if (work === undefined) return;
  const { postings, visited } = (work ?? {}) as Partial<Work>;
  if (isCount(postings) && isCount(visited) && visited <= postings) return;
  const received = `${shown(postings)} and ${shown(visited)}`;
  throw new RetrieverError(
    `${where.retriever}, query ${where.queryId}: expected work() to count postings and visited cards, no more of these, received ${received}`,
  );
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function shownHit(hit: Hit | undefined): string {
  return hit === undefined ? 'no hit' : `"${hit.id}" with ${hit.score}`;
}

/** A value that should have been another, in a word. */
function shown(value: unknown): string {
  return typeof value === 'number' || value === undefined || value === null ? String(value) : `a ${typeof value}`;
}
