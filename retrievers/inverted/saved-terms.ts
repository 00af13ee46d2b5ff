import type { SavedArray } from '../retriever.ts';
import { Dictionary } from './dictionary.ts';
import type { Lists } from './lists.ts';
import type { RegistryTerms } from './registry-terms.ts';
import type { SavedParts } from './saved-parts.ts';

type Group = Lists['groups'][number];

/** What is said of a group: so many numbers. */
const GROUP_FIELDS = 11;

/** The parts of the terms of a registry, by name. */
export function saveTerms({ pairLists, pairs, values, wordLists, words }: RegistryTerms): [string, SavedArray][] {
  return [
    ...saveDictionary('words', words),
    ...saveLists('word-lists', wordLists),
    ['pairs.starts', pairs.starts],
    ['pairs.others', pairs.others],
    ['pairs.targets', pairs.targets],
    ['pairs.codes', pairs.codes],
    ...saveLists('pair-lists', pairLists),
    ['values', Float64Array.from(values)],
  ];
}

/**
 * The terms of a registry again.
 *
 * @param cards in the registry.
 * @param stopwords how many words at the beginning of the dictionary are stopwords.
 * @throws SavedIndexError where a part is missing.
 */
export function loadTerms(parts: SavedParts, cards: number, stopwords: number): RegistryTerms {
  return {
    words: loadDictionary(parts, 'words'),
    stopwords,
    wordLists: loadLists(parts, 'word-lists', cards),
    pairs: {
      starts: parts.array('pairs.starts', Uint32Array),
      others: parts.array('pairs.others', Uint32Array),
      targets: parts.array('pairs.targets', Uint32Array),
      codes: parts.array<Lists['codes']>('pairs.codes', Uint8Array, Uint16Array, Uint32Array),
    },
    pairLists: loadLists(parts, 'pair-lists', cards),
    values: [...parts.array('values', Float64Array)],
  };
}

/** The parts of a dictionary that has been trimmed, by name. */
export function saveDictionary(name: string, { characters, starts }: Dictionary): [string, SavedArray][] {
  return [
    [`${name}.characters`, characters],
    [`${name}.starts`, starts],
  ];
}

/** A dictionary again. @throws SavedIndexError where a part is missing. */
export function loadDictionary(parts: SavedParts, name: string): Dictionary {
  return Dictionary.of(parts.array(`${name}.characters`, Uint8Array), parts.array(`${name}.starts`, Uint32Array));
}

function saveLists(name: string, lists: Lists): [string, SavedArray][] {
  return [
    [`${name}.groups`, Uint32Array.from(lists.groups.flatMap(fieldsOf))],
    [`${name}.low`, lists.low],
    [`${name}.high`, lists.high],
    [`${name}.directory`, lists.directory],
    [`${name}.sieve`, lists.sieve],
    [`${name}.bits`, lists.bits],
    [`${name}.codes`, lists.codes],
  ];
}

function loadLists(parts: SavedParts, name: string, cards: number): Lists {
  const fields = parts.array(`${name}.groups`, Uint32Array);
  const groups: Group[] = [];
  for (let at = 0; at < fields.length; at += GROUP_FIELDS) groups.push(groupOf(fields, at));
  return {
    cards,
    groups,
    ends: Uint32Array.from(groups, (group) => group.end),
    low: parts.array(`${name}.low`, Uint16Array),
    high: parts.array<Lists['high']>(`${name}.high`, Uint8Array, Uint16Array),
    directory: parts.array(`${name}.directory`, Uint32Array),
    sieve: parts.array(`${name}.sieve`, Uint32Array),
    bits: parts.array(`${name}.bits`, Uint32Array),
    codes: parts.array<Lists['codes']>(`${name}.codes`, Uint8Array, Uint16Array, Uint32Array),
  };
}

function fieldsOf(group: Group): readonly number[] {
  const { end, first, form, length, offsets, shift, side, sieve, sieveShift, sieveWords, start } = group;
  return [first, end, length, form, start, side, shift, offsets, sieve, sieveWords, sieveShift];
}

/** What `fieldsOf` gave, from a place in an array on. */
function groupOf(fields: Uint32Array, at: number): Group {
  return {
    first: fields[at]!,
    end: fields[at + 1]!,
    length: fields[at + 2]!,
    form: fields[at + 3]!,
    start: fields[at + 4]!,
    side: fields[at + 5]!,
    shift: fields[at + 6]!,
    offsets: fields[at + 7]!,
    sieve: fields[at + 8]!,
    sieveWords: fields[at + 9]!,
    sieveShift: fields[at + 10]!,
  };
}
