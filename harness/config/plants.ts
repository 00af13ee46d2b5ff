import { HOSTILE_KINDS, HOSTILE_VERSION, type HostileKind } from '../../datasets/hostile/index.ts';
import { visible } from '../../datasets/visible.ts';
import { type OptionSpec, type Options, UsageError } from './options.ts';

/** A share has at most six decimals, so that it can be multiplied in whole numbers. */
const UNIT = 1_000_000;

export const PLANT_OPTIONS: readonly OptionSpec[] = [
  {
    name: 'plant',
    value: 'KIND=SHARE',
    many: true,
    description: `add hostile cards of a kind, a share of the honest ones such as spread=0.01, and measure what they gain; once for each of ${HOSTILE_KINDS.join(', ')}`,
  },
];

/** Hostile cards of one kind to be planted. */
export interface Plant {
  readonly kind: HostileKind;
  /** Of the honest cards: above 0, up to 1, of at most six decimals. */
  readonly share: number;
}

/**
 * Reads what is to be planted.
 *
 * @returns one entry a kind, in the order of `HOSTILE_KINDS`: the order on the command line says nothing.
 * @throws UsageError for the first mistake found.
 */
export function readPlants(options: Options): readonly Plant[] {
  const plants = new Map<HostileKind, Plant>();
  for (const text of options.texts('plant')) {
    const [, name = '', digits = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    if (!text.includes('=')) throw wrong(text, 'expected KIND=SHARE, such as spread=0.01');
    const kind = HOSTILE_KINDS.find((each) => each === name);
    if (kind === undefined)
      throw wrong(text, `unknown kind "${visible(name, 40)}"; known are ${HOSTILE_KINDS.join(', ')}`);
    const share = Number(digits);
    if (!/^(?:0?\.[0-9]{1,6}|1(?:\.0{1,6})?)$/.test(digits) || share === 0) {
      throw wrong(text, 'expected a share above 0 and up to 1, of at most six decimals');
    }
    if (plants.has(kind)) throw wrong(text, `${kind} is given twice`);
    plants.set(kind, { kind, share });
  }
  return HOSTILE_KINDS.flatMap((kind) => plants.get(kind) ?? []);
}

function wrong(text: string, what: string): UsageError {
  return new UsageError(`--plant ${visible(text, 60)}: ${what}`);
}

/** How many cards a share of the honest ones is: the nearest whole number, halves up, and one at least. */
export function plantedCount({ share }: Plant, honest: number): number {
  return Math.max(1, Math.floor((Math.round(share * UNIT) * honest + UNIT / 2) / UNIT));
}

/** What hostile cards follow from, beside the seed and the honest cards. */
export function describePlants(plants: readonly Plant[]) {
  return { recipe: HOSTILE_VERSION, shares: Object.fromEntries(plants.map(({ kind, share }) => [kind, share])) };
}

/** The name of a dataset with what was planted in it, such as `synthetic+spread=0.01`. */
export function plantedName(name: string, plants: readonly Plant[]): string {
  return [name, ...plants.map(({ kind, share }) => `${kind}=${share}`)].join('+');
}
