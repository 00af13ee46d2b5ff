import type { Retriever } from './retriever.ts';
import { partsOfFusion, rrf } from './rrf.ts';

/** Every retriever by its name. Each is loaded when it is first asked for, so that one nobody runs costs nothing. */
export const RETRIEVERS: ReadonlyMap<string, () => Promise<Retriever>> = new Map([
  ['ssr', async () => (await import('./ssr/retriever.ts')).ssr],
  ['exhaustive-idf', async () => (await import('./exhaustive-idf.ts')).exhaustiveIdf],
  ['bm25', async () => (await import('./bm25.ts')).bm25],
  ['wss', async () => (await import('./wss/retriever.ts')).wss],
  ['wss-sqrt', async () => (await import('./wss/retriever.ts')).wssSqrt],
  ['exhaustive-wss', async () => (await import('./exhaustive-wss.ts')).exhaustiveWss],
  ['exhaustive-wss-sqrt', async () => (await import('./exhaustive-wss.ts')).exhaustiveWssSqrt],
  ['ssr-nocap', async () => (await import('./ablations.ts')).ssrNocap],
  ['ssr-unigrams', async () => (await import('./ablations.ts')).ssrUnigrams],
  ['random', async () => (await import('./random.ts')).random],
]);

/** What a name may be, for help and errors. */
export const KNOWN_RETRIEVERS = `${[...RETRIEVERS.keys()].join(', ')}, rrf(a,b)`;

/** Whether there is a retriever of that name, fusions of known ones included. */
export function isRetriever(name: string): boolean {
  return RETRIEVERS.has(name) || (partsOfFusion(name)?.every(isRetriever) ?? false);
}

/**
 * Loads a retriever.
 *
 * @param name as on the command line; `rrf(a,b)` fuses two or more others.
 * @throws Error that lists the known names, where there is none of that name.
 */
export async function loadRetriever(name: string): Promise<Retriever> {
  const load = RETRIEVERS.get(name);
  if (load !== undefined) return load();
  const parts = partsOfFusion(name);
  if (parts === undefined || !isRetriever(name)) {
    throw new Error(`unknown retriever ${JSON.stringify(name)}; known are ${KNOWN_RETRIEVERS}`);
  }
  return rrf(name, await Promise.all(parts.map(loadRetriever)));
}
