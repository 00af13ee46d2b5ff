import { type OptionSpec, Options, type RawOptions } from './options.ts';

export const REPLAY_OPTIONS: readonly OptionSpec[] = [
  { name: 'case', value: 'FILE', description: 'a divergence.json that a run has written (required)' },
];

/** @returns the path of the case. @throws UsageError where it is missing. */
export function readReplayConfig(raw: RawOptions): { readonly path: string } {
  return { path: new Options(raw, REPLAY_OPTIONS).required('case') };
}
