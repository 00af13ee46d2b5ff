/** What is read from one MCP server at most: 64 MiB of bytes, in all its answers together. */
export const MAX_SERVER_BYTES = 64 * 1024 * 1024;

/** Pages of tools/list that are read from one server at most. */
export const MAX_PAGES = 1000;

/** Tools that are taken from one server at most. */
export const MAX_TOOLS = 100_000;

/** Bytes of the longest agent card that is read: 4 MiB. */
export const MAX_AGENT_CARD_BYTES = 4 * 1024 * 1024;

/** A server as a whole gets this many times the time that one answer may take. */
export const ANSWERS_OF_TIME = 20;

/** Counts bytes against a bound. */
export class MeteredBytes {
  #left: number;

  /** @param max bytes that may be taken in all. */
  constructor(max: number) {
    this.#left = max;
  }

  /** Takes bytes; false once there were more than may be. */
  take(bytes: number): boolean {
    this.#left -= bytes;
    return this.#left >= 0;
  }
}

/** True for a value that nests arrays and objects deeper than `max` levels. Does not recurse. */
export function isDeeperThan(value: unknown, max: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const below: unknown[] = [];
    for (const each of level) {
      if (typeof each !== 'object' || each === null) continue;
      if (depth === max) return true;
      for (const child of Object.values(each)) below.push(child);
    }
    level = below;
  }
  return false;
}
