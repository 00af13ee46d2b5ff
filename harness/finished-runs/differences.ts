import { counted, countedQueries } from '../../datasets/counted.ts';
import { visible } from '../../datasets/visible.ts';
import type { FinishedExperiment } from './manifest-file.ts';

/** What two runs must have in common to be compared, unless somebody allows that it differs. */
export const COMPARABLE = ['cards', 'queries', 'k', 'seed'] as const;
export type Comparable = (typeof COMPARABLE)[number];

/** Something that two runs do not have in common. */
export interface Difference {
  readonly what: Comparable;
  /** The two sides in words. */
  readonly text: string;
}

type Contents = FinishedExperiment['dataset']['contents'][number];

/**
 * What stands in the way of a comparison. Cards and queries are compared by their hashes, seed by seed; where the runs
 * have no seed in common, whose cards and queries then differ anyhow, by their number.
 */
export function differencesBetween(a: FinishedExperiment, b: FinishedExperiment): readonly Difference[] {
  const found = new Map<Comparable, string>();
  const note = (what: Comparable, text: string) => {
    if (!found.has(what)) found.set(what, text);
  };
  for (const { ours, seed, theirs } of contentPairs(a, b)) {
    const of = seed === undefined || seed === null ? '' : ` (seed ${visible(seed, 64)})`;
    if (ours.cards !== theirs.cards) note('cards', `${ours.cards} and ${counted(theirs.cards, 'card')}${of}`);
    if (ours.queries !== theirs.queries) note('queries', `${ours.queries} and ${countedQueries(theirs.queries)}${of}`);
    if (seed === null) continue;
    const hashes = (one: string, other: string) => `${one.slice(0, 12)} and ${other.slice(0, 12)}${of}`;
    if (ours.cards_sha256 !== theirs.cards_sha256) note('cards', hashes(ours.cards_sha256, theirs.cards_sha256));
    if (ours.queries_sha256 !== theirs.queries_sha256) {
      note('queries', `queries, right cards or kinds: ${hashes(ours.queries_sha256, theirs.queries_sha256)}`);
    }
  }
  if (a.k !== b.k) note('k', `${a.k} and ${b.k}`);
  if (a.seeds.join() !== b.seeds.join()) note('seed', `${seedsText(a.seeds)} and ${seedsText(b.seeds)}`);
  if (a.sample_seed !== b.sample_seed) {
    note('seed', `${visible(a.sample_seed, 64)} and ${visible(b.sample_seed, 64)}, which samples follow from`);
  }
  return COMPARABLE.flatMap((what) => {
    const text = found.get(what);
    return text === undefined ? [] : [{ what, text }];
  });
}

/** What else decides results and is not the same, a line each: often the very thing that is compared. */
export function notedDifferences(a: FinishedExperiment, b: FinishedExperiment): readonly string[] {
  const sides: readonly (readonly [name: string, ours: string, theirs: string])[] = [
    ['dataset', a.dataset.name, b.dataset.name],
    ['Shortlist', a.shortlist, b.shortlist],
    ['generator', a.dataset.generator ?? 'none', b.dataset.generator ?? 'none'],
    ['stopwords', stopwordsText(a), stopwordsText(b)],
    ...settingsOf(a, b),
  ];
  return sides
    .filter(([, ours, theirs]) => ours !== theirs)
    .map(([name, ours, theirs]) => `${visible(name, 60)}: ${visible(ours, 100)} and ${visible(theirs, 100)}`);
}

/** The contents to be held against each other; `seed: null` where only their sizes can be. */
function contentPairs(
  a: FinishedExperiment,
  b: FinishedExperiment,
): { readonly seed: string | undefined | null; readonly ours: Contents; readonly theirs: Contents }[] {
  const pair = (seed: string | undefined | null, i: number, j: number) => {
    const [ours, theirs] = [a.dataset.contents[i], b.dataset.contents[j]];
    return ours === undefined || theirs === undefined ? [] : [{ seed, ours, theirs }];
  };
  if (a.seeds.length === 0 && b.seeds.length === 0) return pair(undefined, 0, 0);
  const common = a.seeds.filter((seed) => b.seeds.includes(seed));
  if (common.length === 0) return pair(null, 0, 0);
  return common.flatMap((seed) => pair(seed, a.seeds.indexOf(seed), b.seeds.indexOf(seed)));
}

function seedsText(seeds: readonly string[]): string {
  return seeds.length === 0 ? 'given cards' : visible(seeds.join(','), 100);
}

function stopwordsText({ stopwords }: FinishedExperiment): string {
  return `${stopwords.name} (${stopwords.sha256.slice(0, 12)})`;
}

/** What the answers of an orchestrator follow from, setting by setting. */
function settingsOf({ orchestrator: a }: FinishedExperiment, { orchestrator: b }: FinishedExperiment) {
  const text = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none'));
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].map(
    (name) => [name === 'name' ? 'orchestrator' : `orchestrator, ${name}`, text(a[name]), text(b[name])] as const,
  );
}
