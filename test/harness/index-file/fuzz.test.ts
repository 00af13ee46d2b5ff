import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ssr } from '../../../retrievers/ssr/retriever.ts';
import { wss } from '../../../retrievers/wss/retriever.ts';
import { card, temporaryFolder } from '../../support.ts';
import { built, refusalOf } from './files.ts';

const CARDS = [card('a', 'weather forecast'), card('b', 'weather map'), card('c', 'book a flight')];

/** Bytes to try: the first ones, of which each means another thing, the last one, and one in 23. */
function places(bytes: Buffer, first: number): number[] {
  return [...bytes.keys()].filter((at) => at < 100 || at % 23 === first || at === bytes.length - 1);
}

/** A whole file, and a way to write a damaged one and hear how it is refused. */
async function damaging(retriever: typeof ssr) {
  const folder = await temporaryFolder();
  const whole = join(folder, 'whole.idx');
  await built(whole, retriever, CARDS);
  const damaged = join(folder, 'damaged.idx');
  const bytes = await readFile(whole);
  const refusal = async (change: Buffer): Promise<string> => {
    await writeFile(damaged, change);
    return refusalOf(damaged, retriever);
  };
  return { bytes, refusal };
}

describe.each([ssr, wss])('a damaged index of $name is refused in one line', (retriever) => {
  it('cut off at a byte', async () => {
    const { bytes, refusal } = await damaging(retriever);
    for (const length of places(bytes, 3)) {
      const message = await refusal(bytes.subarray(0, length));
      expect(message).toContain(length === 0 ? 'received another file' : `received ${length}: it is torn`);
    }
    expect(await refusal(Buffer.concat([bytes, Buffer.of(0)]))).toContain('it is torn');
  });

  it('with a bit flipped in a byte', async () => {
    const { bytes, refusal } = await damaging(retriever);
    for (const at of places(bytes, 7)) {
      const changed = Buffer.from(bytes);
      changed[at] = changed[at]! ^ (1 << (at % 8));
      const message = await refusal(changed);
      expect(message).toMatch(/^expected .+, received .+; build it again/);
      const checksums = /the checksum ([0-9a-f]+), received ([0-9a-f]+): it is damaged/.exec(message);
      // A flip in the checksum itself leaves most of its digits alike: those that differ are shown.
      if (checksums !== null) expect(checksums[1]).not.toBe(checksums[2]);
    }
  });

  it('with anything else done to it', async () => {
    const { bytes, refusal } = await damaging(retriever);
    const place = fc.integer({ min: 0, max: bytes.length });
    const change = fc.oneof(
      fc.record({
        from: place,
        insert: fc.uint8Array({ minLength: 1, maxLength: 20 }),
        drop: fc.integer({ min: 0, max: 40 }),
      }),
      // As many bytes as before, so that only checksums can tell.
      fc
        .uint8Array({ minLength: 1, maxLength: 20 })
        .chain((insert) => fc.record({ from: place, insert: fc.constant(insert), drop: fc.constant(insert.length) })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        let changed: Buffer = bytes;
        for (const { drop, from, insert } of changes) {
          changed = Buffer.concat([changed.subarray(0, from), insert, changed.subarray(from + drop)]);
        }
        fc.pre(!changed.equals(bytes));
        expect(await refusal(changed)).toMatch(/^expected .+, received .+; build it again/);
      }),
      { numRuns: 150 },
    );
  });
});
