import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Card } from '../datasets/card.ts';
import type { Query } from '../datasets/dataset.ts';
import type { Hit } from '../retrievers/ranking.ts';
import type { Retriever, SearchIndex } from '../retrievers/retriever.ts';

/** A card of which only the id and a text matter. */
export function card(id: string, description = '', rest: Partial<Card> = {}): Card {
  return { id, name: '', description, skills: [], tags: [], examples: [], tools: [], ...rest };
}

/** A query; `relevant` as ids of grade 1, undefined where nobody has judged. */
export function query(id: string, text: string, relevant?: readonly string[], kind?: string): Query {
  return { id, text, relevant: relevant && new Map(relevant.map((each) => [each, 1])), kind };
}

/** A retriever that answers from a function, for tests that want a certain behaviour. */
export function fakeRetriever(
  name: string,
  search: (query: string, k: number, cards: readonly Card[]) => readonly Hit[] | Promise<readonly Hit[]>,
  rest: Partial<Retriever> & { readonly candidates?: (query: string) => number } = {},
): Retriever {
  return {
    name,
    oracle: rest.oracle,
    async build(cards) {
      const all: Card[] = [];
      for await (const each of cards) all.push(each);
      const index: SearchIndex = {
        cards: all.length,
        search: (text, k) => search(text, k, all),
        async countCandidates(text) {
          return rest.candidates?.(text) ?? (await search(text, Math.max(1, all.length), all)).length;
        },
        indexBytes: () => undefined,
      };
      return index;
    },
  };
}

/** A folder that is gone after the test. */
export async function temporaryFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'shortlist-test-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}
