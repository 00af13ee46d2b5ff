import { readFile } from 'node:fs/promises';
import { exhaustiveIdf } from '../../retrievers/exhaustive-idf.ts';
import { ssr } from '../../retrievers/ssr/retriever.ts';
import { STOPWORDS_V1 } from '../../retrievers/stopwords.ts';
import { CANARY_CARDS, CANARY_QUERIES } from '../../retrievers/twins/registry.ts';
import { CONTROL, TWINS } from '../../retrievers/twins/twins.ts';
import { runCanaries } from '../canaries.ts';
import { type Conformance, type ConformanceVectors, checkConformance } from '../conformance.ts';
import { runFixtures } from '../fixtures.ts';
import type { CanaryRow, FixtureRow } from '../records.ts';

const VECTORS = new URL('../conformance/ssr-vectors.json', import.meta.url);

/** What a run proves of itself, whatever its cards: the gate can fail, SSR is the published one, no outcome is lost. */
export interface SelfTests {
  readonly canaries: readonly CanaryRow[];
  readonly unsound: readonly string[];
  readonly conformance: Conformance;
  readonly fixtures: readonly FixtureRow[];
}

/** Runs canaries, conformance vectors and fixtures. They have their own cards and always the default stopwords. */
export async function runSelfTests(): Promise<SelfTests> {
  const options = { stopwords: STOPWORDS_V1 };
  const { rows: canaries, unsound } = await runCanaries(
    { twins: TWINS, sound: [CONTROL, ssr], oracle: exhaustiveIdf, cards: CANARY_CARDS, queries: CANARY_QUERIES },
    options,
  );
  const vectors = JSON.parse(await readFile(VECTORS, 'utf8')) as ConformanceVectors;
  const conformance = await checkConformance(vectors, [ssr, exhaustiveIdf], options);
  const fixtures = await runFixtures(ssr, options);
  return { canaries, unsound, conformance, fixtures };
}
