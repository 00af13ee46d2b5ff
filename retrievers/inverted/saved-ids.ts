import type { SavedArray } from '../retriever.ts';
import type { CardIds } from './card-ids.ts';
import type { SavedParts } from './saved-parts.ts';

/** Half a character (a lone surrogate) has no UTF-8. */
const HALF = /\p{Surrogate}/u;

/** The ids of a registry as parts of its index: UTF-8 where all have that, else UTF-16; and where each begins. */
export function saveIds(ids: readonly string[]): [string, SavedArray][] {
  const encoding = ids.some((id) => HALF.test(id)) ? 'utf16le' : 'utf8';
  const starts = new Float64Array(ids.length + 1);
  for (let i = 0; i < ids.length; i++) starts[i + 1] = starts[i]! + Buffer.byteLength(ids[i]!, encoding);
  const bytes = new Uint8Array(starts[ids.length]!);
  const buffer = Buffer.from(bytes.buffer);
  for (let i = 0; i < ids.length; i++) buffer.write(ids[i]!, starts[i]!, encoding);
  return [
    ['ids.text', encoding === 'utf8' ? bytes : new Uint16Array(bytes.buffer)],
    ['ids.starts', starts],
  ];
}

/** The ids again, and their bytes in UTF-8. @throws SavedIndexError where a part is missing. */
export function loadIds(parts: SavedParts): Pick<CardIds, 'ids' | 'idBytes'> {
  const text = parts.array<Uint8Array | Uint16Array>('ids.text', Uint8Array, Uint16Array);
  const starts = parts.array('ids.starts', Float64Array);
  const encoding = text instanceof Uint8Array ? 'utf8' : 'utf16le';
  const buffer = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  const ids = Array.from({ length: starts.length - 1 }, (_, i) => buffer.toString(encoding, starts[i], starts[i + 1]));
  return { ids, idBytes: ids.reduce((sum, id) => sum + Buffer.byteLength(id), 0) };
}
