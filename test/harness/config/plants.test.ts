import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Options, type RawOptions, UsageError } from '../../../harness/config/options.ts';
import { PLANT_OPTIONS, plantedCount, plantedName, readPlants } from '../../../harness/config/plants.ts';

const read = (plant: RawOptions['plant']) => readPlants(new Options({ plant }, PLANT_OPTIONS));

describe('--plant', () => {
  it('is given once a kind, in any order', () => {
    expect(read(undefined)).toEqual([]);
    expect(read('spread=0.01')).toEqual([{ kind: 'spread', share: 0.01 }]);
    const all = ['lookalike=1', 'injection=.5', 'stuffing=1.000000', 'spread=0.000001', 'clones=0.10'];
    const wanted = [
      { kind: 'stuffing', share: 1 },
      { kind: 'spread', share: 0.000001 },
      { kind: 'clones', share: 0.1 },
      { kind: 'injection', share: 0.5 },
      { kind: 'lookalike', share: 1 },
    ];
    expect(read(all)).toEqual(wanted);
    expect(read(all.toReversed())).toEqual(wanted);
    expect(plantedName('synthetic', read(all))).toBe(
      'synthetic+stuffing=1+spread=0.000001+clones=0.1+injection=0.5+lookalike=1',
    );
    expect(plantedName('cards', [])).toBe('cards');
  });

  it.each<[RawOptions['plant'], string]>([
    ['', '--plant needs a value'],
    [true, '--plant needs a value'],
    [['spread=1', ''], '--plant needs a value'],
    ['spread', '--plant spread: expected KIND=SHARE, such as spread=0.01'],
    ['0.1', '--plant 0.1: expected KIND=SHARE, such as spread=0.01'],
    ['evil=0.1', '--plant evil=0.1: unknown kind "evil"; known are stuffing, spread, clones, injection, lookalike'],
    [
      '__proto__=0.1',
      '--plant __proto__=0.1: unknown kind "__proto__"; known are stuffing, spread, clones, injection, lookalike',
    ],
    ['a\nb=1', '--plant a\\nb=1: unknown kind "a\\nb"; known are stuffing, spread, clones, injection, lookalike'],
    [['spread=0.1', 'clones=1', 'spread=0.2'], '--plant spread=0.2: spread is given twice'],
    ...['0', '0.0', '1.1', '2', '-0.1', '1%', '1e-2', '0,1', '0.0000001', 'NaN', ' 0.1', '0.1\n', '', '=0.1'].map(
      (share): [string, string] => [
        `spread=${share}`,
        `--plant spread=${share.replace('\n', '\\n')}: expected a share above 0 and up to 1, of at most six decimals`,
      ],
    ),
  ])('%j: one line that says what is wrong', (plant, message) => {
    expect(() => read(plant)).toThrow(UsageError);
    expect(() => read(plant)).toThrow(new UsageError(message));
  });

  it('plants the share of the honest cards to the nearest whole card, and one at least', () => {
    const counts = (share: number, ...honest: number[]) =>
      honest.map((each) => plantedCount({ kind: 'spread', share }, each));
    expect(counts(0.01, 1, 44, 149, 150, 1000, 4_294_967_295)).toEqual([1, 1, 1, 2, 10, 42_949_673]);
    expect(counts(1, 1, 1000)).toEqual([1, 1000]);
    // As a product of float64s it would be 28.999999999999996 and a little above 14.5.
    expect(counts(0.29, 100, 50)).toEqual([29, 15]);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 2 ** 32 - 1 }),
        (millionths, honest) => {
          const twice = (2n * BigInt(millionths) * BigInt(honest) + 1_000_000n) / 2_000_000n;
          expect(plantedCount({ kind: 'spread', share: Number(`${millionths}e-6`) }, honest)).toBe(
            Math.max(1, Number(twice)),
          );
        },
      ),
    );
  });
});
