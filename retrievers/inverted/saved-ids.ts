import type { SavedArray } from '../retriever.ts';
import { PackedIds } from './packed-ids.ts';
import type { SavedParts } from './saved-parts.ts';

/** The ids of a registry as parts of its index. */
export function saveIds(ids: PackedIds): [string, SavedArray][] {
  const { starts, text } = ids.toArrays();
  return [
    ['ids.text', text],
    ['ids.starts', starts],
  ];
}

/** The ids again. @throws SavedIndexError where a part is missing. */
export function loadIds(parts: SavedParts): PackedIds {
  return new PackedIds({ text: parts.array('ids.text', Uint8Array), starts: parts.array('ids.starts', Uint32Array) });
}
