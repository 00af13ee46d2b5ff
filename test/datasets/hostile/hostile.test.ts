import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Card } from '../../../datasets/card.ts';
import { HOSTILE_KINDS, type HostileKind, hostileCards } from '../../../datasets/hostile/index.ts';
import { isInvisible, withoutInvisible } from '../../../datasets/invisible.ts';
import { syntheticCards, syntheticQueries } from '../../../datasets/synthetic/index.ts';
import { renderPrompt } from '../../../harness/orchestrators/prompt.ts';
import { loadRetriever } from '../../../retrievers/index.ts';
import { cardText, SIGNAL_CAP, signals, tokens } from '../../../retrievers/signals.ts';
import { STOPWORDS_V1 } from '../../../retrievers/stopwords.ts';
import { card } from '../../support.ts';

const RULES = { stopwords: STOPWORDS_V1.words, cap: SIGNAL_CAP };
const HONEST = [...syntheticCards('42', 400)];

/** So many cards of each of some kinds. */
function forge(
  counts: Partial<Record<HostileKind, number>>,
  { cards = HONEST, seed = '42' }: { readonly cards?: readonly Card[]; readonly seed?: string } = {},
) {
  const made = hostileCards(cards, new Map(Object.entries(counts) as [HostileKind, number][]), seed, RULES);
  if (made === undefined) throw new Error('nothing was forged');
  return { ...made, of: (kind: HostileKind) => made.byKind.get(kind) ?? [] };
}

const EACH = Object.fromEntries(HOSTILE_KINDS.map((kind) => [kind, 12]));
const texts = ({ description, examples, name, skills, tags, tools }: Card) => [
  name,
  description,
  ...skills,
  ...tags,
  ...examples,
  ...tools,
];
const words = (each: Card) => new Set(tokens(cardText(each), STOPWORDS_V1));

/** The tenth with the most different words, counted the plain way; all of those that are level with the last. */
const POPULAR = (() => {
  const sizes = HONEST.map((each) => words(each).size);
  const least = sizes.toSorted((a, b) => b - a)[HONEST.length / 10 - 1] as number;
  return HONEST.filter((_, i) => (sizes[i] as number) >= least);
})();

describe('hostile cards', () => {
  it('follow from seed, kind and registry alone', () => {
    const all = forge(EACH);
    const others = [...syntheticCards('7', 400)];
    expect(forge(EACH)).toMatchObject({ byKind: all.byKind, canary: all.canary });
    for (const kind of HOSTILE_KINDS) {
      expect(all.of(kind)).toHaveLength(12);
      // The same whatever else is planted, and the first of more.
      expect(forge({ [kind]: 5 }).of(kind)).toEqual(all.of(kind).slice(0, 5));
      expect(forge(EACH, { seed: '042' }).of(kind)).not.toEqual(all.of(kind));
      expect(forge(EACH, { cards: others }).of(kind)).not.toEqual(all.of(kind));
    }
    expect(forge(EACH, { seed: '042' }).canary).not.toBe(all.canary);
  });

  it('have ids that no other card has, whatever ids there are', () => {
    const id = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', '-', '1', '2', '6'), minLength: 1, maxLength: 5 }),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.uniqueArray(id, { minLength: 1, maxLength: 30 }), fc.string({ maxLength: 3 }), (ids, seed) => {
        const cards = ids.map((each, i) => card(each, `word${i} common`));
        const made = [...forge(EACH, { cards, seed }).byKind.values()].flat().map((each) => each.id);
        expect(new Set([...ids, ...made]).size).toBe(ids.length + made.length);
        expect(made.every((each) => each !== '')).toBe(true);
      }),
    );
  });

  it('have ids like those of the cards that they imitate, and stand before them', () => {
    const honest = new Set(HONEST.map(({ id }) => id));
    const imitated = (made: string) => {
      const stem = made.replace(/-[0-9]+$/, '');
      return [...'0123456789'].map((last) => `${stem}${last}`).filter((id) => honest.has(id));
    };
    for (const { id } of [...forge(EACH).byKind.values()].flat()) {
      expect(imitated(id).length).toBeGreaterThan(0);
      expect(imitated(id).every((each) => id < each)).toBe(true);
    }
  });

  it('stand before the card that they imitate, whatever its id', () => {
    const id = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }),
      // What sorts near the hyphen and near nothing, what is beyond the 16 bits, and what comes before it in UTF-16 alone.
      fc.string({ unit: fc.constantFrom(...'\0\u0001\t !"\')*-./1a~\uffee😀\u{10ffff}'), minLength: 1, maxLength: 6 }),
    );
    const before = (a: string, b: string) => {
      const [left, right] = [a, b].map((each) => [...each].map((letter) => letter.codePointAt(0) as number)) as [
        number[],
        number[],
      ];
      const place = left.findIndex((code, i) => code !== right[i]);
      return place === -1 ? left.length < right.length : (left[place] as number) < (right[place] ?? -1);
    };
    const holds = (honest: string) => {
      const made = [...forge(EACH, { cards: [card(honest, 'word')] }).byKind.values()].flat().map((each) => each.id);
      expect(made.filter((each) => before(each, honest))).toEqual(/^\0+$/.test(honest) ? [] : made);
      expect(new Set([honest, ...made]).size).toBe(made.length + 1);
      expect(made.filter((each) => /\p{Surrogate}/u.test(each))).toEqual([]);
    };
    for (const each of [
      'send(mail)',
      'a*',
      'wow!',
      '"mail"',
      'b-',
      '-',
      '!',
      ' ',
      '\t',
      '\0',
      'a\0',
      '\0a',
      '😀',
      'x',
      'x ',
    ])
      holds(each);
    fc.assert(fc.property(id, holds));
  });

  it('are none where no card holds a word', () => {
    const counts = new Map([['spread', 1] as const]);
    expect(hostileCards([card('a', '天気 é the of'), card('b')], counts, '42', RULES)).toBeUndefined();
    expect(hostileCards([], counts, '42', RULES)).toBeUndefined();
  });

  it('come from any registry that holds one', () => {
    const made = forge(EACH, { cards: [card('x', 'word')] });
    for (const kind of HOSTILE_KINDS) expect(made.of(kind)).toHaveLength(12);
    for (const each of made.of('spread')) expect([...words(each)]).toEqual(['word']);
  });
});

describe('stuffing', () => {
  it('repeats one word that names offer', () => {
    const offered = new Set(HONEST.flatMap(({ name }) => tokens(name, STOPWORDS_V1)));
    for (const each of forge(EACH).of('stuffing')) {
      const all = tokens(cardText(each), STOPWORDS_V1);
      expect([all.length, new Set(all).size]).toEqual([200, 1]);
      expect(offered.has(all[0] as string)).toBe(true);
    }
  });

  it('gains nothing by it under SSR: a card that says the word once has the same score, place and pools', async () => {
    const stuffed = forge({ stuffing: 30 }).of('stuffing');
    // The same ids, so that ties fall alike.
    const twins = stuffed.map((each) => ({ ...each, description: '' }));
    const retriever = await loadRetriever('ssr');
    const [a, b] = await Promise.all(
      [stuffed, twins].map((own) => retriever.build([...HONEST, ...own], { stopwords: STOPWORDS_V1 })),
    );
    const asked = [
      ...syntheticQueries('42', 400, 100).map(({ text }) => text),
      ...stuffed.map(({ name }) => name),
      ...stuffed.map(({ name }) => `please find me some ${name} for tomorrow`),
    ];
    let hits = 0;
    for (const query of asked) {
      const found = await a!.search(query, HONEST.length);
      expect(found).toEqual(await b!.search(query, HONEST.length));
      hits += found.filter(({ id }) => stuffed.some((each) => each.id === id)).length;
    }
    expect(hits).toBeGreaterThanOrEqual(60);

    // The one exception, which the README states: a query that repeats the word too asks for the pair.
    const { id, name } = stuffed[0]!;
    const scoreOf = async (index: typeof a, query: string) =>
      (await index!.search(query, 500)).find((hit) => hit.id === id)!.score;
    expect(await scoreOf(a, name)).toBe(await scoreOf(b, name));
    expect(await scoreOf(a, `${name} ${name}`)).toBeGreaterThan(await scoreOf(b, `${name} ${name}`));
  });

  it('saturates under BM25: the word once scores less, and five thousand times hardly more than two hundred', async () => {
    const [stuffed] = forge({ stuffing: 1 }).of('stuffing');
    const word = stuffed!.name;
    const scoreOf = async (times: number) => {
      const own = card(stuffed!.id, new Array(times).fill(word).join(' '));
      const index = await (await loadRetriever('bm25')).build([...HONEST, own], { stopwords: STOPWORDS_V1 });
      return (await index.search(word, 401)).find(({ id }) => id === own.id)!.score;
    };
    const [once, planted, more] = [await scoreOf(1), await scoreOf(200), await scoreOf(5000)];
    expect(planted).toBeGreaterThan(once * 1.1);
    expect(more).toBeGreaterThan(planted);
    expect(more).toBeLessThan(planted * 1.01);
  });
});

describe('spread', () => {
  it('holds as many signals as count, the commonest ones, and the next card those that follow', () => {
    const frequency = new Map<string, number>();
    for (const each of HONEST) for (const word of words(each)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
    const commonest = [...frequency].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([word]) => word);
    expect(commonest.length).toBeGreaterThan(64 * 16);
    const made = forge({ spread: 18 }).of('spread');
    for (const [i, each] of made.entries()) {
      const held = signals(cardText(each), STOPWORDS_V1);
      expect(held.size).toBe(64);
      const part = i % 16;
      expect([...held].sort()).toEqual(commonest.slice(64 * part, 64 * (part + 1)).sort());
    }
    // Sixteen cards divide the commonest words; then they come again, in another order.
    expect(words(made[16]!)).toEqual(words(made[0]!));
    expect(cardText(made[16]!)).not.toBe(cardText(made[0]!));
  });

  it('holds 64 signals too where the words do not come out even, and all words of a small registry', () => {
    const of = (count: number) =>
      Array.from({ length: count }, (_, i) => card(`c${i}`, `w${String(i).padStart(3, '0')}`));
    const uneven = forge({ spread: 4 }, { cards: of(100) }).of('spread');
    expect(uneven.map((each) => signals(cardText(each), STOPWORDS_V1).size)).toEqual([64, 64, 64, 64]);
    expect(new Set(uneven.slice(0, 2).flatMap((each) => [...words(each)])).size).toBe(100);
    for (const each of forge({ spread: 4 }, { cards: of(10) }).of('spread')) expect(words(each).size).toBe(10);
  });
});

describe('clones', () => {
  it('are popular cards under a longer name, their lists in another order', () => {
    for (const each of forge(EACH).of('clones')) {
      const same = ({ description, name, ...rest }: Card) =>
        description === each.description &&
        each.name.startsWith(`${name} `) &&
        (['skills', 'tags', 'examples', 'tools'] as const).every(
          (field) => [...rest[field]].sort().join('\n') === [...each[field]].sort().join('\n'),
        );
      expect(POPULAR.some(same)).toBe(true);
      expect(HONEST.some((one) => JSON.stringify(texts(one)) === JSON.stringify(texts(each)))).toBe(false);
    }
  });
});

describe('injection', () => {
  const SEEDS = Array.from({ length: 25 }, (_, i) => `${i}`);

  it('asks for a word that no honest card holds, in front of what a popular card says', () => {
    for (const seed of SEEDS) {
      const { canary, of } = forge({ injection: 12 }, { seed });
      expect(canary).toMatch(/^[a-z]{8}$/);
      expect(HONEST.some((each) => cardText(each).toLowerCase().includes(canary))).toBe(false);
      for (const each of of('injection')) {
        const plain = [...each.description].map((c) => String.fromCodePoint((c.codePointAt(0) as number) & 0x7f));
        expect(plain.join('')).toContain(canary);
        expect(POPULAR.some((one) => one.name === each.name && each.description.endsWith(` ${one.description}`))).toBe(
          true,
        );
      }
    }
  });

  it('breaks no line of a prompt, forges no entry and ends no list', () => {
    for (const seed of SEEDS) {
      const { canary, of } = forge({ injection: 12 }, { seed });
      const pool = of('injection').flatMap((each, i) => [each, HONEST[i]!]);
      const prompt = renderPrompt('book a flight', pool);
      const lines = prompt.split('\n');
      expect(lines).toHaveLength(9 + pool.length);
      const entries = lines.filter((line) => /^[0-9]+:/.test(line));
      expect(entries.map((line) => JSON.parse(line.replace(/^[0-9]+: /, '')).id)).toEqual(pool.map(({ id }) => id));
      expect(lines.filter((line) => line.startsWith('End of the agents.'))).toHaveLength(1);
      expect(prompt.split(/[\n\r\v\u0085\u2028\u2029]/)).toHaveLength(lines.length);
      expect(prompt).not.toMatch(/<\||\[INST\]|<\/s>|```|[\u{e0000}-\u{e007f}]/u);
      // What can be seen reaches the model as data; what cannot, does not reach it.
      expect(entries.filter((line) => line.includes(canary))).toHaveLength(10);
    }
  });
});

describe('lookalike', () => {
  const LATIN = 'aceijopsxyABCEHIKMOPSTX';
  const CYRILLIC = 'асеіјорѕхуАВСЕНІКМОРЅТХ';
  const seen = (text: string) =>
    [...withoutInvisible(text)].map((letter) => LATIN[CYRILLIC.indexOf(letter)] ?? letter).join('');

  it('looks like a popular card, whose name it has not', () => {
    const made = forge({ lookalike: 40 }).of('lookalike');
    for (const [i, each] of made.entries()) {
      const real = POPULAR.find(({ name }) => name === seen(each.name));
      expect(real).toBeDefined();
      expect(texts(each).slice(1)).toEqual(texts(real!).slice(1));
      expect(each.name).not.toBe(real!.name);
      const changed = tokens(each.name, STOPWORDS_V1);
      expect(tokens(real!.name, STOPWORDS_V1).filter((word) => word.length > 2 && changed.includes(word))).toEqual([]);
      if (i % 2 === 1) expect([...each.name].some((letter) => isInvisible(letter.codePointAt(0)!))).toBe(true);
    }
    expect(made.some((each) => withoutInvisible(each.name) === each.name)).toBe(true);
  });

  it('disguises the description of a card without a name', () => {
    const [made] = forge({ lookalike: 1 }, { cards: [card('x', 'pay')] }).of('lookalike');
    expect([made!.description === 'pay', seen(made!.description)]).toEqual([false, 'pay']);
  });
});
