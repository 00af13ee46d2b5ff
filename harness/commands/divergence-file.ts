import { basename } from 'node:path';
import { z } from 'zod';
import { InputError } from '../../datasets/input-error.ts';
import { visible } from '../../datasets/visible.ts';
import { makeStopwords, STOPWORDS_V1, type Stopwords } from '../../retrievers/stopwords.ts';
import type { Divergence } from '../divergence.ts';
import { VERSION } from '../version.ts';

const strings = z.array(z.string());
const card = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  skills: strings,
  tags: strings,
  examples: strings,
  tools: strings,
});
const fileShape = z.object({
  retriever: z.string(),
  oracle: z.string(),
  k: z.int().min(1),
  query: z.string(),
  cards: z.array(card),
  stopwords: z.object({ name: z.string(), words: strings.optional() }),
});

/** What `divergence.json` holds of a case that can be run again. */
export type DivergenceFile = z.infer<typeof fileShape>;

/**
 * The text of `divergence.json`: the case, both sides, and the command that runs it again.
 *
 * @param path where it will stand.
 */
export function divergenceFile(divergence: Divergence, stopwords: Stopwords, path: string): string {
  const { cards, difference, expected, k, oracle, query, received, retriever } = divergence;
  // A table of the same words that somebody chose is not the default: wss has a default of its own.
  const words = stopwords === STOPWORDS_V1 ? {} : { words: [...stopwords.words] };
  const content = {
    command: replayCommand(path),
    shortlist: VERSION,
    retriever,
    oracle,
    k,
    difference,
    query,
    stopwords: { name: stopwords.name, ...words },
    cards,
    expected,
    received,
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** The command line that runs a case again, fit for a POSIX shell. */
export function replayCommand(path: string): string {
  const quoted = /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
  return `npm run shortlist -- replay --case ${quoted}`;
}

/**
 * Reads a case back.
 *
 * @param text the file's contents; `path` is for messages.
 * @throws InputError where it is no such file.
 */
export function parseDivergenceFile(text: string, path: string): DivergenceFile & { readonly table: Stopwords } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new InputError(`${visible(path)}: expected a divergence.json, received text that is not JSON`);
  }
  const parsed = fileShape.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join('.') ?? '';
    throw new InputError(
      `${visible(path)}: expected a divergence.json; ${visible(where)}: ${visible(issue?.message ?? '')}`,
    );
  }
  const { stopwords } = parsed.data;
  const table = stopwords.words === undefined ? STOPWORDS_V1 : makeStopwords(basename(stopwords.name), stopwords.words);
  return { ...parsed.data, table };
}
