import type { Retriever } from './retriever.ts';

/** Every retriever by its name. Each is loaded when it is first asked for, so that one nobody runs costs nothing. */
export const RETRIEVERS: ReadonlyMap<string, () => Promise<Retriever>> = new Map([
  ['ssr', async () => (await import('./ssr/retriever.ts')).ssr],
  ['exhaustive-idf', async () => (await import('./exhaustive-idf.ts')).exhaustiveIdf],
  ['bm25', async () => (await import('./bm25.ts')).bm25],
]);

/**
 * Loads a retriever.
 *
 * @param name as on the command line.
 * @throws Error that lists the known names, where there is none of that name.
 */
export async function loadRetriever(name: string): Promise<Retriever> {
  const load = RETRIEVERS.get(name);
  if (load === undefined) {
    throw new Error(`unknown retriever ${JSON.stringify(name)}; known are ${[...RETRIEVERS.keys()].join(', ')}`);
  }
  return load();
}
