import { compareHits, type Hit } from '../retrievers/ranking.ts';

/** A retriever did what no retriever may: the run cannot go on with what it returned. */
export class RetrieverError extends Error {
  override readonly name = 'RetrieverError';
}

/**
 * Checks a ranking against the contract of `SearchIndex.search`, in so far as nothing else would notice. A retriever
 * with an oracle is compared with it hit by hit; for one without, the order and the scores are checked here.
 *
 * @param known says whether a card is in the registry.
 * @throws RetrieverError that names the retriever and the query.
 */
export function checkRanking(
  hits: readonly Hit[],
  k: number,
  known: { has(id: string): boolean },
  hasOracle: boolean,
  where: { readonly retriever: string; readonly queryId: string },
): void {
  const fail = (what: string): never => {
    throw new RetrieverError(`${where.retriever}, query ${where.queryId}: ${what}`);
  };
  // Types are no proof: a retriever may be plain JavaScript.
  if (!Array.isArray(hits)) fail(`expected a list of hits, received ${hits === null ? 'null' : typeof hits}`);
  if (hits.length > k) fail(`expected at most ${k} hits, received ${hits.length}`);
  const seen = new Set<string>();
  let previous: Hit | undefined;
  for (const hit of hits) {
    if (typeof hit !== 'object' || hit === null) fail(`expected a hit, received ${hit === null ? 'null' : typeof hit}`);
    if (!known.has(hit.id)) fail(`returned the card "${hit.id}", which is not in the registry`);
    if (seen.has(hit.id)) fail(`returned the card "${hit.id}" twice`);
    seen.add(hit.id);
    if (!Number.isFinite(hit.score)) fail(`gave the card "${hit.id}" the score ${hit.score}`);
    if (hit.matched !== undefined && !(Number.isSafeInteger(hit.matched) && hit.matched >= 0)) {
      fail(`gave the card "${hit.id}" the matched count ${hit.matched}`);
    }
    if (!hasOracle) {
      if (!(hit.score > 0)) fail(`gave the card "${hit.id}" the score ${hit.score}; a hit scores above 0`);
      if (previous !== undefined && compareHits(previous, hit) > 0) {
        fail(`ranked "${previous.id}" before "${hit.id}", against the order of score, matched signals and id`);
      }
    }
    previous = hit;
  }
}
