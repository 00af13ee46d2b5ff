import { expect, test } from 'vitest';
import { Options, UsageError } from '../../../harness/config/options.ts';
import { readSizes } from '../../../harness/config/sizes.ts';

const read = (sizes: unknown) =>
  readSizes(new Options({ sizes }, [{ name: 'sizes', description: '' }]), 'sizes', [1000]);

test.each([
  [undefined, [1000]],
  ['1', [1]],
  ['1e3,1e4,1e5', [1000, 10_000, 100_000]],
  ['8841823', [8_841_823]],
  ['25e3,7', [25_000, 7]],
  ['0010', [10]],
  ['1e0,4294967295', [1, 4_294_967_295]],
])('%j is %j', (sizes, expected) => {
  expect(read(sizes)).toEqual(expected);
});

test.each([
  '0',
  '0e5',
  '1e',
  'e3',
  '1.5e3',
  '1e-3',
  '1e+3',
  '1E3',
  '-1',
  '0x10',
  '1_000',
  '1 000',
  ' 1',
  '1e3,',
  '1e10',
  '1e99',
  '4294967296',
  '1e3,1000',
  '',
])('%j is refused by name', (sizes) => {
  expect(() => read(sizes)).toThrow(UsageError);
  expect(() => read(sizes)).toThrow(/^--sizes/);
});
