import { packageProblem } from './adapters/packages.ts';
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

/** A search engine that somebody else wrote, as a retriever. */
interface Peer {
  /** The npm package that it needs. Nothing installs it with the project. */
  readonly package: string;
  readonly load: () => Promise<Retriever>;
}

/** Search engines of others by the name of their retriever, to compare with. Their packages are optional. */
export const PEERS: ReadonlyMap<string, Peer> = new Map<string, Peer>([
  ['minisearch', { package: 'minisearch', load: async () => (await import('./adapters/minisearch.ts')).minisearch() }],
  ['flexsearch', { package: 'flexsearch', load: async () => (await import('./adapters/flexsearch.ts')).flexsearch() }],
  ['orama', { package: '@orama/orama', load: async () => (await import('./adapters/orama.ts')).orama() }],
  ['lunr', { package: 'lunr', load: async () => (await import('./adapters/lunr.ts')).lunr() }],
  [
    'wink-bm25',
    { package: 'wink-bm25-text-search', load: async () => (await import('./adapters/wink-bm25.ts')).winkBm25() },
  ],
  [
    'sqlite-fts5',
    { package: 'better-sqlite3', load: async () => (await import('./adapters/sqlite-fts5.ts')).sqliteFts5() },
  ],
]);

/** What a name may be, for help and errors. */
export const KNOWN_RETRIEVERS = `${[...RETRIEVERS.keys()].join(', ')}, rrf(a,b); with a package of their own (npm run peers -- --install) ${[...PEERS.keys()].join(', ')}`;

/** Whether there is a retriever of that name, fusions of known ones included, installed or not. */
export function isRetriever(name: string): boolean {
  return RETRIEVERS.has(name) || PEERS.has(name) || (partsOfFusion(name)?.every(isRetriever) ?? false);
}

/**
 * Says why a retriever cannot be had, as far as can be told without loading it.
 *
 * @returns a few words for the name to stand before: it is unknown, or what it needs is not installed; undefined where
 *   nothing is wrong.
 */
export function retrieverProblem(name: string): string | undefined {
  const peer = PEERS.get(name);
  if (peer !== undefined) return packageProblem(peer.package);
  if (!isRetriever(name)) return `unknown; known are ${KNOWN_RETRIEVERS}`;
  return partsOfFusion(name)
    ?.map(retrieverProblem)
    .find((problem) => problem !== undefined);
}

/**
 * Loads a retriever.
 *
 * @param name as on the command line; `rrf(a,b)` fuses two or more others.
 * @throws Error that lists the known names, where there is none of that name; PackageError where its package cannot be had.
 */
export async function loadRetriever(name: string): Promise<Retriever> {
  const load = RETRIEVERS.get(name) ?? PEERS.get(name)?.load;
  if (load !== undefined) return load();
  const parts = partsOfFusion(name);
  if (parts === undefined || !isRetriever(name)) {
    throw new Error(`unknown retriever ${JSON.stringify(name)}; known are ${KNOWN_RETRIEVERS}`);
  }
  return rrf(name, await Promise.all(parts.map(loadRetriever)));
}
