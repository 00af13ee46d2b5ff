import { syntheticCards } from '../../datasets/synthetic/index.ts';
import type { Hit } from '../../retrievers/ranking.ts';
import type { BuildOptions, Retriever, SearchIndex } from '../../retrievers/retriever.ts';
import { checkIndex } from '../answer-check.ts';
import { makePause } from '../pause.ts';
import { checkRanking } from '../ranking-check.ts';
import { explained } from '../retriever-code.ts';
import { CardStream } from '../scale/card-stream.ts';
import type { ProcessMemory } from './records.ts';
import type { SizePlan, TextQuery } from './size.ts';

/** What a retriever does in a process of its own. */
export interface AlonePlan extends SizePlan {
  /** Undefined: the cards are read, and nothing is kept. That is what memory is compared with. */
  readonly retriever: string | undefined;
}

/** What the process tells: the index is there; the queries are answered; or the retriever failed. */
export type AloneMessage =
  | { readonly built: Built }
  | { readonly answers: readonly (readonly Hit[])[] }
  | { readonly failed: string };

export interface Built {
  readonly indexingMs: number;
  readonly memory: ProcessMemory;
  readonly indexBytes: number | undefined;
}

/** The outside world, passed in. */
export interface AloneTools {
  readonly load: (name: string) => Promise<Retriever>;
  readonly options: BuildOptions;
  /** Milliseconds, from any start. */
  readonly now: () => number;
  /** Collects garbage first. */
  readonly memory: () => ProcessMemory;
}

/**
 * Builds one index and puts every query to it. Meant for a process of its own, which is what makes its memory that of
 * this retriever. Memory is read when the index is there and no query has been put to it.
 */
export async function runAlone(
  plan: AlonePlan,
  tools: AloneTools,
  tell: (message: AloneMessage) => void,
): Promise<void> {
  const { cards, k, queries, retriever: name, seed } = plan;
  const stream = new CardStream(syntheticCards(seed, cards), tools.now, () => {});
  if (name === undefined) {
    for await (const _ of stream);
    tell({ built: { indexingMs: 0, memory: tools.memory(), indexBytes: undefined } });
    return;
  }
  try {
    const retriever = await tools.load(name);
    const start = tools.now();
    const index = await explained(name, 'build', () => retriever.build(stream, tools.options));
    const indexingMs = tools.now() - start - stream.generatedMs;
    checkIndex(name, index, cards);
    tell({ built: { indexingMs, memory: tools.memory(), indexBytes: index.indexBytes() } });
    const answers: (readonly Hit[])[] = [];
    // Lets a process whose parent is gone notice it.
    const pause = makePause(new AbortController().signal);
    for (const query of queries) {
      await pause();
      answers.push(await checkedSearch(name, index, query, k));
    }
    tell({ answers });
  } catch (error) {
    tell({ failed: error instanceof Error ? error.message : String(error) });
  }
}

/** A card that is not in the registry would only be a wrong one; what else could be wrong is looked at. */
const ANY = { has: () => true };

async function checkedSearch(
  retriever: string,
  index: SearchIndex,
  query: TextQuery,
  k: number,
): Promise<readonly Hit[]> {
  const hits = await explained(retriever, `query ${query.id}`, async () => index.search(query.text, k));
  checkRanking(hits, k, ANY, false, { retriever, queryId: query.id });
  return hits;
}
