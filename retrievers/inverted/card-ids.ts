import { compareCodePoints } from '../ranking.ts';

/** The cards of a registry, numbered from 0 in the code point order of their ids. */
export interface CardIds {
  /** Ids by card number, ascending: comparing two numbers compares their ids. */
  readonly ids: readonly string[];
  /** By card number: which card it was in the order of arrival, from 0. */
  readonly arrival: Uint32Array;
  /** Bytes of the ids in UTF-8, which is one byte for a character of ASCII. */
  readonly idBytes: number;
  /** Bytes of both. */
  readonly bytes: number;
}

/**
 * Numbers the cards of a registry.
 *
 * @param arrived the ids in the order of arrival.
 * @throws Error where two ids are equal.
 */
export function numberCards(arrived: readonly string[]): CardIds {
  const arrival = Uint32Array.from(arrived, (_, i) => i);
  // Many registries come in this order, and sorting millions of ids takes longer than looking.
  if (!isAscending(arrived)) arrival.sort((a, b) => compareCodePoints(arrived[a]!, arrived[b]!));
  const ids = Array.from(arrival, (i) => arrived[i]!);
  let idBytes = 0;
  for (let i = 0; i < ids.length; i++) {
    if (ids[i] === ids[i - 1]) throw new Error(`two cards have the id ${JSON.stringify(ids[i])}`);
    idBytes += Buffer.byteLength(ids[i]!);
  }
  return { ids, arrival, idBytes, bytes: idBytes + arrival.byteLength };
}

function isAscending(ids: readonly string[]): boolean {
  for (let i = 1; i < ids.length; i++) if (compareCodePoints(ids[i - 1]!, ids[i]!) > 0) return false;
  return true;
}
