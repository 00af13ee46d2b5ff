import { RETRIEVERS } from '../../../retrievers/index.ts';
import type { Retriever, SearchIndex } from '../../../retrievers/retriever.ts';

/** A retriever that is added to those of the program, with an index that is wrong in one thing. */
function add(name: string, wrong: Partial<SearchIndex>, rest: Partial<Retriever> = {}): void {
  const retriever: Retriever = {
    name,
    oracle: undefined,
    build: async (cards) => {
      let count = 0;
      for await (const _ of cards) count++;
      return { cards: count, search: () => [], countCandidates: () => 0, indexBytes: () => undefined, ...wrong };
    },
    ...rest,
  };
  (RETRIEVERS as Map<string, () => Promise<Retriever>>).set(name, async () => retriever);
}

const never = () => new Promise<never>(() => {});
add('stuck', { search: never });
add('stuck-in-build', {}, { build: never });
add('stuck-in-count', { countCandidates: never });
add('other-oracle', {}, { oracle: 'no-such\u001boracle' });

// The command line itself, with the arguments of this process.
await import('../../../harness/cli.ts');
