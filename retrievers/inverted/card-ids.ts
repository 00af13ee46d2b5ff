import { compareCodePoints } from '../ranking.ts';

/** The cards of a registry, numbered from 0 in the code point order of their ids. */
export interface CardIds {
  /** Ids by card number, ascending: comparing two numbers compares their ids. */
  readonly ids: readonly string[];
  /** By card number: which card it was in the order of arrival, from 0. */
  readonly arrival: Uint32Array;
  /** Bytes of both: ids in UTF-8, which is one byte for a character of ASCII. */
  readonly bytes: number;
}

/**
 * Numbers the cards of a registry.
 *
 * @param arrived the ids in the order of arrival.
 * @throws Error where two ids are equal.
 */
export function numberCards(arrived: readonly string[]): CardIds {
  const arrival = Uint32Array.from(arrived, (_, i) => i).sort((a, b) => compareCodePoints(arrived[a]!, arrived[b]!));
  const ids = Array.from(arrival, (i) => arrived[i]!);
  let bytes = arrival.byteLength;
  for (let i = 0; i < ids.length; i++) {
    if (ids[i] === ids[i - 1]) throw new Error(`two cards have the id ${JSON.stringify(ids[i])}`);
    bytes += Buffer.byteLength(ids[i]!);
  }
  return { ids, arrival, bytes };
}
