import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { InputError } from '../../datasets/input-error.ts';
import { pathError, shownPath } from '../../datasets/loaders/bytes.ts';
import { schemaProblem } from '../../datasets/loaders/problems.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'expected a sha256 in hex');
const size = z.number().int().min(0);

/** What later stages ask of a manifest. A run of another version may say more, which is no mistake. */
const manifest = z.object({
  experiment: z.object({
    shortlist: z.string(),
    dataset: z.object({
      name: z.string(),
      generator: z.string().optional(),
      // Only whether they are there is of interest.
      queries_from: z.unknown().optional(),
      planted: z.unknown().optional(),
      contents: z.array(z.object({ cards: size, queries: size, cards_sha256: sha256, queries_sha256: sha256 })),
    }),
    stopwords: z.object({ name: z.string(), sha256 }),
    seeds: z.array(z.string()),
    sample_seed: z.string(),
    k: z.number().int().min(1),
    retrievers: z.array(z.string()),
    measures: z.array(z.string()),
    // With all that its answers follow from, whatever that is.
    orchestrator: z.looseObject({ name: z.string() }),
  }),
  fingerprint: sha256.optional(),
  verdict: z.object({
    result: z.enum(['passed', 'failed', 'unchecked', 'interrupted']),
    reasons: z.array(z.string()),
  }),
  files: z.record(z.string(), sha256),
});

export type FinishedManifest = z.infer<typeof manifest> & {
  /** All of the experiment, in the order in which it stands there: the fingerprint follows from it. */
  readonly rawExperiment: object;
};
export type FinishedExperiment = FinishedManifest['experiment'];
export type FinishedVerdict = FinishedManifest['verdict'];

/**
 * Reads the manifest of a run folder.
 *
 * @throws InputError where the path is no folder, holds no manifest, or the manifest is not what a run writes.
 */
export async function readManifest(folder: string): Promise<FinishedManifest> {
  const path = join(folder, 'manifest.json');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') {
      throw new InputError(`${shownPath(folder)}: expected the folder of a run, found no manifest.json in it`);
    }
    throw pathError(path, error);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InputError(`${shownPath(path)}: expected JSON, received something else`);
  }
  const parsed = manifest.safeParse(value);
  if (!parsed.success) {
    const other = otherCommand(value);
    if (other === undefined) throw new InputError(`${shownPath(path)}: ${schemaProblem(parsed.error, value)}`);
    throw new InputError(
      `${shownPath(folder)}: expected a run of bench, received one of ${other}: gate and compare read runs of bench`,
    );
  }
  return { ...parsed.data, rawExperiment: (value as { readonly experiment: object }).experiment };
}

/** The command that wrote a manifest without a dataset: each notes something that no other does. */
function otherCommand(value: unknown): 'scale' | 'peers' | undefined {
  const experiment = (value as { readonly experiment?: unknown } | null)?.experiment;
  if (typeof experiment !== 'object' || experiment === null || 'dataset' in experiment) return undefined;
  if ('shape' in experiment) return 'scale';
  return 'limit_s' in experiment ? 'peers' : undefined;
}
