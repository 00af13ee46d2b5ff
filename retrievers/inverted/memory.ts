import type { MemoryPart } from '../retriever.ts';
import { BITMAP, bitmapWords, DIRECTORY, type Lists, NARROW, WIDE } from './lists.ts';
import { pairsBytes } from './pair-lists.ts';
import type { RegistryTerms } from './registry-terms.ts';

/** What a list of each form is called in a report. */
const FORMS: readonly (readonly [form: number, name: string])[] = [
  [BITMAP, 'bitmaps'],
  [DIRECTORY, 'with a directory'],
  [WIDE, 'wide'],
  [NARROW, 'narrow'],
];

/** What the words and bigrams of a registry take, part by part. */
export function termsMemory({ pairLists, pairs, wordLists, words }: RegistryTerms): MemoryPart[] {
  return [
    { part: 'words', bytes: words.bytes },
    ...listsMemory('word lists', wordLists),
    { part: 'pairs', bytes: pairsBytes(pairs) },
    ...listsMemory('pair lists', pairLists),
  ];
}

/** What a whole index takes. */
export function sumOf(parts: readonly MemoryPart[]): number {
  return parts.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Posting lists by form: the arrays, and eight numbers of 32 bits a group. */
function listsMemory(name: string, lists: Lists): MemoryPart[] {
  return FORMS.map(([form, called]) => ({
    part: `${name}, ${called}`,
    bytes: lists.groups
      .filter((group) => group.form === form)
      .reduce((sum, group) => sum + 32 + (group.end - group.first) * bytesOfList(lists, group), 0),
  }));
}

function bytesOfList({ cards, codes, high }: Lists, group: Lists['groups'][number]): number {
  const { form, length, offsets, sieveWords } = group;
  if (form === BITMAP) return bitmapWords(cards) * 4;
  const codeBytes = codes.length > 0 ? codes.BYTES_PER_ELEMENT : 0;
  const highBytes = form === WIDE ? high.BYTES_PER_ELEMENT : 0;
  return length * (2 + codeBytes + highBytes) + (offsets + sieveWords) * 4;
}
