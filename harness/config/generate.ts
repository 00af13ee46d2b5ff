import { type OptionSpec, Options, type RawOptions } from './options.ts';
import { checkSeed, DEFAULTS, SEED, SIZES } from './source.ts';

export const GENERATE_OPTIONS: readonly OptionSpec[] = [
  ...SIZES,
  SEED,
  { name: 'out', value: 'DIR', description: 'where cards.jsonl and queries.jsonl go, absent or empty (required)' },
  { name: 'quiet', flag: true, description: 'no progress, no report; errors still print' },
];

/** The options of `generate`, checked. */
export interface GenerateConfig {
  readonly cards: number;
  readonly queries: number;
  readonly seed: string;
  readonly out: string;
  readonly quiet: boolean;
}

/** @throws UsageError for the first mistake found. */
export function readGenerateConfig(raw: RawOptions): GenerateConfig {
  const options = new Options(raw, GENERATE_OPTIONS);
  const seed = options.text('seed') ?? DEFAULTS.seed;
  checkSeed('seed', seed);
  return Object.freeze({
    cards: options.integer('cards', 1) ?? DEFAULTS.cards,
    queries: options.integer('queries', 1) ?? DEFAULTS.queries,
    seed,
    out: options.required('out'),
    quiet: options.flag('quiet'),
  });
}
