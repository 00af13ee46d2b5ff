import { performance } from 'node:perf_hooks';
import type { Dataset } from '../../datasets/dataset.ts';
import { type Profile, profile as profileOf } from '../../datasets/synthetic/profile.ts';
import { profileReport } from '../../reports/profile.ts';
import { cardText, signals, tokens } from '../../retrievers/signals.ts';
import { STOPWORDS_V1 } from '../../retrievers/stopwords.ts';
import type { RawOptions } from '../config/options.ts';
import { readProfileConfig } from '../config/profile.ts';
import type { Console } from '../screen/console.ts';
import { Progress } from '../screen/progress.ts';
import { datasetsOf } from './inputs.ts';

/** The tokens and signals of the default stopwords: what SSR indexes. */
const ANALYSIS = {
  text: cardText,
  tokens: (text: string) => tokens(text, STOPWORDS_V1),
  signals: (text: string, options: { readonly cap: boolean }) => signals(text, STOPWORDS_V1, options),
};

/**
 * Describes a registry in the figures by which generated ones are told from real ones. With a registry of the user's, the
 * generated one of the given sizes stands beside it.
 *
 * @returns the exit code.
 */
export async function profile(raw: RawOptions, screen: Console, signal: AbortSignal): Promise<number> {
  const config = readProfileConfig(raw);
  const progress = new Progress(screen.progress, () => performance.now());
  const world = { signal, now: () => performance.now(), onProgress: progress.report };
  const profiles: (Profile & { readonly name: string })[] = [];
  try {
    for (const source of config.sources) {
      for await (const { dataset, seed } of datasetsOf(source, world)) {
        profiles.push({ name: nameOf(dataset, seed), ...profileOf(dataset.cards, dataset.queries, ANALYSIS) });
      }
    }
  } finally {
    progress.stop();
  }
  screen.out(config.json ? `${JSON.stringify(profiles, null, 2)}\n` : profileReport(profiles));
  return 0;
}

function nameOf({ name }: Dataset, seed: string | undefined): string {
  return seed === undefined ? name : `${name}, seed ${seed}`;
}
