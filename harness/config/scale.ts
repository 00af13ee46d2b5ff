import { visible } from '../../datasets/visible.ts';
import { SHAPES, type Shape } from '../scale/records.ts';
import { type OptionSpec, Options, type RawOptions, UsageError } from './options.ts';
import { readSizes } from './sizes.ts';
import { checkSeed, DEFAULTS, SEED } from './source.ts';

const SIZES = [1_000, 10_000, 100_000];
const QUERIES = 1000;
const CHECK = 100;

export const SCALE_OPTIONS: readonly OptionSpec[] = [
  {
    name: 'sizes',
    value: 'N,N,...',
    description:
      'registry sizes, measured from the smallest to the largest; 8841823, or with an exponent 1e6 (default 1e3,1e4,1e5)',
  },
  { name: 'shape', value: SHAPES.join('|'), description: `what the texts look like (default ${SHAPES[0]})` },
  SEED,
  { name: 'queries', value: 'N', description: `queries that are measured, of every size (default ${QUERIES})` },
  { name: 'check', value: 'N', description: `of them, how many are compared with the oracle (default ${CHECK})` },
  { name: 'k', value: 'N', description: `hits of a search (default ${DEFAULTS.k})` },
  { name: 'out', value: 'DIR', description: 'where the results go, absent or empty (default runs/scale-<time>)' },
  { name: 'quiet', flag: true, description: 'no progress and no tables; errors still print' },
  { name: 'json', flag: true, description: 'print the results as one JSON document on stdout' },
];

/** The options of `scale`, checked. */
export interface ScaleConfig {
  /** Ascending. */
  readonly sizes: readonly number[];
  readonly shape: Shape;
  readonly seed: string;
  readonly queries: number;
  readonly check: number;
  readonly k: number;
  readonly out: string | undefined;
  readonly quiet: boolean;
  readonly json: boolean;
}

/** @throws UsageError for the first mistake found. */
export function readScaleConfig(raw: RawOptions): ScaleConfig {
  const options = new Options(raw, SCALE_OPTIONS);
  if (options.flag('quiet') && options.flag('json')) throw new UsageError('--quiet and --json: give one of them');
  const seed = options.text('seed') ?? DEFAULTS.seed;
  checkSeed('seed', seed);
  return Object.freeze({
    sizes: readSizes(options, 'sizes', SIZES).toSorted((a, b) => a - b),
    shape: readShape(options.text('shape')),
    seed,
    queries: options.integer('queries', 1) ?? QUERIES,
    check: options.integer('check', 1) ?? CHECK,
    k: options.integer('k', 1) ?? DEFAULTS.k,
    out: options.text('out'),
    quiet: options.flag('quiet'),
    json: options.flag('json'),
  });
}

function readShape(value: string | undefined): Shape {
  if (value === undefined) return SHAPES[0];
  const shape = SHAPES.find((known) => known === value);
  if (shape === undefined) throw new UsageError(`--shape ${visible(value)}: expected one of ${SHAPES.join(', ')}`);
  return shape;
}
