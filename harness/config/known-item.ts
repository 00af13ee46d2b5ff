import { visible } from '../../datasets/visible.ts';
import { type OptionSpec, type Options, UsageError } from './options.ts';

const FOLDS = { default: 5, least: 2, most: 50 } as const;

export const KNOWN_ITEM_OPTIONS: readonly OptionSpec[] = [
  {
    name: 'queries-from',
    value: 'examples',
    description: "in place of --query-set: ask what the cards' own examples ask, in folds that leave out what they ask",
  },
  {
    name: 'folds',
    value: 'N',
    description: `folds of --queries-from, ${FOLDS.least} to ${FOLDS.most} (default ${FOLDS.default}); they follow from --seed`,
  },
];

/** How the cards' own examples are asked. */
export interface KnownItemConfig {
  readonly folds: number;
  /** What the division into folds follows from. */
  readonly seed: string;
}

/**
 * Reads how the cards' own examples are asked.
 *
 * @returns undefined where they are not.
 * @throws UsageError where the queries are given as well, or folds are and nothing is to be divided.
 */
export function readKnownItem(options: Options, seed: string): KnownItemConfig | undefined {
  const from = options.text('queries-from');
  const folds = options.integer('folds', FOLDS.least, FOLDS.most);
  if (from === undefined) {
    if (folds !== undefined) throw new UsageError('--folds needs --queries-from examples');
    return undefined;
  }
  if (from !== 'examples') throw new UsageError(`--queries-from ${visible(from)}: unknown; known is examples`);
  for (const name of ['query-set', 'qrels']) {
    if (options.given(name)) throw new UsageError(`--queries-from and --${name}: give one of them`);
  }
  return { folds: folds ?? FOLDS.default, seed };
}
