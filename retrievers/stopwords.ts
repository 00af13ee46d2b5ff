import { createHash } from 'node:crypto';
import { compareCodePoints } from './ranking.ts';

/** A named set of words that no retriever of ours indexes. */
export interface Stopwords {
  /** `shortlist-stopwords-v1`, or the base name of the file they came from. */
  readonly name: string;
  readonly words: ReadonlySet<string>;
  /** sha256 (hex) over the words in code point order, a line feed after each. */
  readonly sha256: string;
}

/**
 * Makes a stopword table.
 *
 * @param name what to call it in reports.
 * @param words in any order, repeats allowed; matched against lower-cased tokens as they are.
 */
export function makeStopwords(name: string, words: Iterable<string>): Stopwords {
  const sorted = [...new Set(words)].sort(compareCodePoints);
  const hash = createHash('sha256');
  for (const word of sorted) hash.update(`${word}\n`);
  return { name, words: new Set(sorted), sha256: hash.digest('hex') };
}

/** The frozen default table: 146 English function words. A change of one word is a new name. */
export const STOPWORDS_V1: Stopwords = makeStopwords(
  'shortlist-stopwords-v1',
  `
  a about above after again against all also am an and any are aren as at be because been before being below
  between both but by can could couldn did didn do does doesn doing don down during each few for from further
  had hadn has hasn have haven having he her here hers herself him himself his how if in into is isn it its
  itself just ll me more most mustn my myself needn no nor not now of off on once only or other our ours
  ourselves out over own re same shan she should shouldn so some such than that the their theirs them themselves
  then there these they this those through to too under until up ve very was wasn we were weren what when where
  which while who whom why will with won would wouldn you your yours yourself yourselves
`
    .trim()
    .split(/\s+/),
);

/**
 * The frozen default table of `wss`: that of v1 and 26 words of asking, which stand in requests and not in what an agent
 * can do.
 */
export const STOPWORDS_V2: Stopwords = makeStopwords('shortlist-stopwords-v2', [
  ...STOPWORDS_V1.words,
  ...`
  please kindly thanks thank hi hello hey need needs needed want wants wanted like help helps tell let know looking
  wonder wondering interested must might shall
`
    .trim()
    .split(/\s+/),
]);

/**
 * The table of `wss` for a run: v2 where nobody has chosen one, else exactly the words that were chosen, and none besides.
 *
 * @param given the table of the run; STOPWORDS_V1 itself is "nobody has chosen one", a table of the same words is not.
 */
export function wssStopwords(given: Stopwords): Stopwords {
  return given === STOPWORDS_V1 ? STOPWORDS_V2 : given;
}
