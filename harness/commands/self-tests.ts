import { readFile } from 'node:fs/promises';
import { exhaustiveIdf } from '../../retrievers/exhaustive-idf.ts';
import { exhaustiveWss, exhaustiveWssSqrt } from '../../retrievers/exhaustive-wss.ts';
import { ssr, tunedSsr } from '../../retrievers/ssr/retriever.ts';
import { STOPWORDS_V1 } from '../../retrievers/stopwords.ts';
import { CANARY_CARDS, CANARY_QUERIES } from '../../retrievers/twins/registry.ts';
import { TIED_CARDS, TIED_QUERIES } from '../../retrievers/twins/tied-registry.ts';
import { CONTROL, TWINS } from '../../retrievers/twins/twins.ts';
import { WSS_CANARY_CARDS, WSS_CANARY_QUERIES } from '../../retrievers/twins/wss-registry.ts';
import { WSS_CONTROL, WSS_SQRT_CONTROL, WSS_SQRT_TWINS, WSS_TWINS } from '../../retrievers/twins/wss-twins.ts';
import { tunedWss, wss, wssSqrt } from '../../retrievers/wss/retriever.ts';
import { type CanarySet, runCanaries } from '../canaries.ts';
import { type Conformance, type ConformanceVectors, checkConformance } from '../conformance.ts';
import { runFixtures } from '../fixtures.ts';
import type { CanaryRow, FixtureRow } from '../records.ts';

const SSR_VECTORS = new URL('../conformance/ssr-vectors.json', import.meta.url);
const WSS_VECTORS = new URL('../conformance/wss-vectors.json', import.meta.url);

/**
 * The searches that are pruned in a large registry, pruned in these small ones too: a fault there would else show only in
 * runs that are large enough. The second also keeps its lists in the forms of a large registry.
 */
const PRUNED = { addedUpPerList: 0, addedUpPerHit: 0 };
const PRUNED_SSR = [tunedSsr(PRUNED), tunedSsr({ ...PRUNED, bitmapShare: 4, directoryLength: 2, bucket: 2, sieve: 1 })];
/** And those of WebAssembly, which searches large registries alone; the last with lists that are read through one another. */
const COMPILED = { ...PRUNED, compiledFrom: 0 };
const COMPILED_SSR = [
  tunedSsr(COMPILED),
  tunedSsr({ ...COMPILED, bitmapShare: 4, directoryLength: 2, bucket: 2, sieve: 1 }),
  tunedSsr({ ...COMPILED, bitmapShare: 4, directoryLength: 2, bucket: 2 ** 16, sieve: 1 }),
];
const PRUNED_WSS = tunedWss({ ...PRUNED, boundedLength: 1 });

const WSS_REGISTRY = { cards: WSS_CANARY_CARDS, queries: WSS_CANARY_QUERIES };
const CANARY_SETS: readonly CanarySet[] = [
  {
    twins: TWINS,
    sound: [CONTROL, ssr, ...PRUNED_SSR, ...COMPILED_SSR],
    oracle: exhaustiveIdf,
    cards: CANARY_CARDS,
    queries: CANARY_QUERIES,
  },
  {
    twins: [],
    sound: [ssr, ...PRUNED_SSR, ...COMPILED_SSR],
    oracle: exhaustiveIdf,
    cards: TIED_CARDS,
    queries: TIED_QUERIES,
  },
  { twins: [], sound: [wss, PRUNED_WSS], oracle: exhaustiveWss, cards: TIED_CARDS, queries: TIED_QUERIES },
  { twins: WSS_TWINS, sound: [WSS_CONTROL, wss, PRUNED_WSS], oracle: exhaustiveWss, ...WSS_REGISTRY },
  { twins: WSS_SQRT_TWINS, sound: [WSS_SQRT_CONTROL, wssSqrt], oracle: exhaustiveWssSqrt, ...WSS_REGISTRY },
];

/** What a run proves of itself, whatever its cards: the gate can fail, SSR and wss are the published ones, no outcome is lost. */
export interface SelfTests {
  readonly canaries: readonly CanaryRow[];
  readonly unsound: readonly string[];
  readonly conformance: Conformance;
  readonly fixtures: readonly FixtureRow[];
}

/** Runs canaries, conformance vectors and fixtures. They have their own cards and always the default stopwords. */
export async function runSelfTests(): Promise<SelfTests> {
  const options = { stopwords: STOPWORDS_V1 };
  const canaries: CanaryRow[] = [];
  const unsound: string[] = [];
  for (const set of CANARY_SETS) {
    const found = await runCanaries(set, options);
    canaries.push(...found.rows);
    unsound.push(...found.unsound);
  }
  const checks = [
    await checkConformance(await vectors(SSR_VECTORS), [ssr, ...PRUNED_SSR, exhaustiveIdf], options),
    await checkConformance(await vectors(WSS_VECTORS), [wss, PRUNED_WSS, exhaustiveWss], options),
  ];
  const conformance = {
    checked: checks.reduce((sum, { checked }) => sum + checked, 0),
    differences: checks.flatMap(({ differences }) => differences),
  };
  const fixtures = await runFixtures(ssr, options);
  return { canaries, unsound, conformance, fixtures };
}

async function vectors(file: URL): Promise<ConformanceVectors> {
  return JSON.parse(await readFile(file, 'utf8')) as ConformanceVectors;
}
