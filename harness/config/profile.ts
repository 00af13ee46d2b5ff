import { type OptionSpec, Options, type RawOptions } from './options.ts';
import { readSource, SEED, SIZES, type Source } from './source.ts';

export const PROFILE_OPTIONS: readonly OptionSpec[] = [
  ...SIZES,
  SEED,
  { name: 'registry', value: 'PATH', description: 'real cards, to stand beside the generated ones' },
  { name: 'query-set', value: 'PATH', description: 'their queries' },
  { name: 'json', flag: true, description: 'print the figures as one JSON document on stdout' },
];

/**
 * Reads the options of `profile`: a generated registry, and a given one beside it.
 *
 * @throws UsageError for the first mistake found.
 */
export function readProfileConfig(raw: RawOptions): { readonly sources: readonly Source[]; readonly json: boolean } {
  const options = new Options(raw, PROFILE_OPTIONS);
  const { 'query-set': querySet, registry, ...sizes } = raw;
  const generated = readSource(new Options(sizes, PROFILE_OPTIONS)).source;
  if (registry === undefined && querySet === undefined) return { sources: [generated], json: options.flag('json') };
  const given = readSource(new Options({ registry, 'query-set': querySet }, PROFILE_OPTIONS), 'optional').source;
  return { sources: [generated, given], json: options.flag('json') };
}
