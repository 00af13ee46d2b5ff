import { compareHits, type Hit } from '../../retrievers/ranking.ts';
import type { ExplainedTerm } from '../../retrievers/retriever.ts';

/** What would have brought a card into the pool. */
export interface Lacking {
  /** The words of the query that the card lacks: one or two; none where only phrases of its own words are wanting. */
  readonly words: readonly string[];
  /** The signals that it would then hold besides: the words, and the phrases that the query makes with them. */
  readonly signals: readonly string[];
  /** Those of `words` and `signals` that stand in its text already, cut off by a limit on its signals. */
  readonly cut: readonly string[];
  /** The card's score with them. */
  readonly score: number;
}

/**
 * The fewest words of the query, two at most, that would have brought a card into the pool: had it held them, and the
 * phrases that the query makes of them and of words that the card holds, it would have come before the last of the pool
 * in the order of rankings. All weights are taken as they are, though one card more that holds a signal lowers its
 * weight a little. No word at all is needed where a phrase of words that the card holds is enough. Of several such sets
 * the one that adds most, then the first by code point; before that, one of words that stand in the card's text and were
 * cut off, then one of words that some card holds: a word that none holds is a name, a number or a slip more often than
 * what the card should have said.
 *
 * @param id of the card, for ties.
 * @param terms the explanation of the card.
 * @param last of the pool; undefined where the pool has room, so that any signal is enough.
 * @param counts whether matched signals are counted in a ranking of this retriever.
 * @returns undefined where no two words are enough.
 */
export function lacking(
  id: string,
  terms: readonly ExplainedTerm[],
  last: Hit | undefined,
  counts: boolean,
): Lacking | undefined {
  const missing = new Map<string, number>();
  for (const term of terms) {
    if (!term.held) missing.set(term.signal, (missing.get(term.signal) ?? 0) + term.weight);
  }
  const held = new Set(terms.filter((term) => term.held).map((term) => term.signal));
  const absentWords = [...missing.keys()].filter((signal) => !signal.includes(' '));
  const absent = new Set(absentWords);
  /** Missing phrases by the absent words that they need. */
  const phrases = new Map<string, string[]>();
  for (const signal of missing.keys()) {
    if (!signal.includes(' ')) continue;
    const needed = keyOf(signal.split(' ').filter((word) => absent.has(word)));
    phrases.set(needed, [...(phrases.get(needed) ?? []), signal]);
  }

  const enough = (words: readonly string[], signals: readonly string[]): Lacking | undefined => {
    const added = new Set(signals);
    const there = terms.filter((term) => term.held || added.has(term.signal));
    const score = there.reduce((sum, term) => sum + term.weight, 0);
    const hit = { id, score, matched: counts ? held.size + added.size : undefined };
    if (score === 0 || (last !== undefined && compareHits(hit, last) >= 0)) return undefined;
    const cut = there.filter((term) => term.cut && added.has(term.signal)).map((term) => term.signal);
    return { words, signals, cut: [...new Set(cut)], score };
  };
  const gain = (signals: readonly string[]) => signals.reduce((sum, signal) => sum + (missing.get(signal) ?? 0), 0);
  const heaviestFirst = (a: string, b: string) => gain([b]) - gain([a]) || (a < b ? -1 : 1);

  const own = [...(phrases.get('') ?? [])].sort(heaviestFirst);
  for (let n = 1; n <= own.length; n++) {
    const found = enough([], own.slice(0, n));
    if (found !== undefined) return found;
  }
  const withOne = new Map(absentWords.map((word) => [word, [word, ...(phrases.get(keyOf([word])) ?? [])]]));
  const unknown = new Set(terms.filter((term) => term.df === 0).map((term) => term.signal));
  const all = [...absentWords].sort();
  const known = all.filter((word) => !unknown.has(word));
  const lost = new Set(terms.filter((term) => term.cut).map((term) => term.signal));
  const cut = all.filter((word) => lost.has(word));
  for (const words of [cut, known, all]) {
    const one = best(words.map((word) => ({ words: [word], signals: withOne.get(word) ?? [] })));
    const found = one && enough(one.words, one.signals);
    if (found !== undefined) return found;
  }
  for (const words of [cut, known, all]) {
    const two = best(
      words.flatMap((a, i) =>
        words.slice(i + 1).map((b) => {
          const together = phrases.get(keyOf([a, b])) ?? [];
          return { words: [a, b], signals: [...(withOne.get(a) ?? []), ...(withOne.get(b) ?? []), ...together] };
        }),
      ),
    );
    const found = two && enough(two.words, two.signals);
    if (found !== undefined) return found;
  }
  return undefined;

  /** The one that adds most; of equal ones, the one of more signals, which is the better placed. */
  function best<Choice extends { readonly signals: readonly string[] }>(choices: readonly Choice[]) {
    let top: { readonly choice: Choice; readonly gain: number } | undefined;
    for (const choice of choices) {
      const adds = gain(choice.signals);
      const more = choice.signals.length > (top?.choice.signals.length ?? 0);
      if (top === undefined || adds > top.gain || (adds === top.gain && more)) top = { choice, gain: adds };
    }
    return top?.choice;
  }
}

function keyOf(words: readonly string[]): string {
  return [...new Set(words)].sort().join(' ');
}
