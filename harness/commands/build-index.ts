import { performance } from 'node:perf_hooks';
import type { Card } from '../../datasets/card.ts';
import { stripInvisible } from '../../datasets/invisible.ts';
import { cardStream } from '../../datasets/loaders/registry.ts';
import { syntheticCards } from '../../datasets/synthetic/index.ts';
import { visible } from '../../datasets/visible.ts';
import { indexReport } from '../../reports/built-index.ts';
import { loadRetriever, RETRIEVERS } from '../../retrievers/index.ts';
import type { Retriever, SearchIndex } from '../../retrievers/retriever.ts';
import { checkIndex } from '../answer-check.ts';
import { type BuildIndexConfig, readBuildIndexConfig } from '../config/build-index.ts';
import { type RawOptions, UsageError } from '../config/options.ts';
import type { Source } from '../config/source.ts';
import { CardsHash } from '../index-file/cards-hash.ts';
import { writeIndex } from '../index-file/write.ts';
import { NewFile } from '../new-file.ts';
import { makePause } from '../pause.ts';
import type { BuiltIndex, IndexMemory } from '../records.ts';
import { explained } from '../retriever-code.ts';
import { peakMemory } from '../scale/peak-memory.ts';
import type { Console } from '../screen/console.ts';
import { Progress } from '../screen/progress.ts';
import { loadStopwords, ofOption, registryNotices } from './inputs.ts';
import { KNOWN } from './names.ts';

interface World {
  readonly pause: () => Promise<void> | undefined;
  readonly onProgress: (stage: string, done: number, total: number) => void;
  readonly notices: string[];
}

/**
 * Builds an index and writes it into a file, for `bench --index` to read. Cards are streamed: none is held.
 *
 * @returns the exit code: 0, or 130 where it was interrupted; nothing is left behind then.
 * @throws UsageError or InputError for a mistake (exit 2), RetrieverError where the retriever fails (exit 1).
 */
export async function buildIndex(raw: RawOptions, screen: Console, signal: AbortSignal): Promise<number> {
  const config = readBuildIndexConfig(raw, KNOWN);
  const retriever = await savingRetriever(config.retriever);
  const stopwords = await loadStopwords(config.stopwords);
  const file = await NewFile.begin('out', config.out);
  const progress = new Progress(screen.progress && !config.quiet, () => performance.now());
  const notices = file.removed.map((name) => `removed ${name}, which a process that was ended had begun`);
  const world = { pause: makePause(signal), onProgress: progress.report, notices };
  let built: BuiltIndex;
  try {
    const start = performance.now();
    const hash = new CardsHash();
    const options = { stopwords, ...(config.workers === undefined ? {} : { workers: config.workers }) };
    const cards = hashed(cardsOf(config.source, world), hash);
    const index = await explained(retriever.name, 'build', () => retriever.build(cards, options));
    const ready = performance.now();
    checkIndex(retriever.name, index, hash.cards);
    const saved = index.save?.();
    if (saved === undefined) throw new Error(`${retriever.name} loads indexes and saves none`);
    await writeIndex(file, saved, { retriever: retriever.name, cardsSha256: hash.digest() }, world);
    await file.finish();
    built = describe(config, index, hash, file.size, { build: ready - start, write: performance.now() - ready });
  } catch (error) {
    await file.abandon();
    if (!signal.aborted) throw error;
    progress.stop();
    screen.err('interrupted; nothing was written\n');
    return 130;
  } finally {
    progress.stop();
  }
  if (config.quiet) return 0;
  for (const notice of notices) screen.err(`note: ${visible(notice, 300)}\n`);
  screen.out(config.json ? `${JSON.stringify({ ...built, notices }, null, 2)}\n` : indexReport(built));
  return 0;
}

/** @throws UsageError where the retriever has no index that could be saved. */
async function savingRetriever(name: string): Promise<Retriever> {
  const retriever = await loadRetriever(name);
  if (retriever.load !== undefined) return retriever;
  // One that is not installed cannot be loaded, and saves nothing either.
  const all = await Promise.allSettled([...RETRIEVERS.values()].map((load) => load()));
  const saving = all.flatMap((each) => (each.status === 'fulfilled' && each.value.load ? [each.value.name] : []));
  throw new UsageError(`--retriever ${name}: its index cannot be saved; expected one of ${saving.join(', ')}`);
}

/** The cards of a source, one at a time. What has to be said of them is said after the last. */
async function* cardsOf(source: Source, { notices, onProgress, pause }: World): AsyncGenerator<Card> {
  const { cards, total } = source.kind === 'files' ? fileCards(source, notices) : generatedCards(source);
  let done = 0;
  for await (const card of cards) {
    await pause();
    onProgress('indexing cards', ++done, total);
    yield card;
  }
}

function generatedCards({ cards, seeds }: Source & { kind: 'synthetic' }) {
  return { cards: syntheticCards(seeds[0] as string, cards), total: cards };
}

/** How many there are shows at their end. */
function fileCards(source: Source & { kind: 'files' }, notices: string[]) {
  const { format, granularity, registry, strict, stripInvisible: strip } = source;
  async function* cards(): AsyncGenerator<Card> {
    const stream = cardStream(registry, {
      format,
      granularity,
      strict,
      onEnd: (details) => notices.push(...registryNotices(details, strip)),
    })[Symbol.asyncIterator]();
    for (;;) {
      const { done, value } = await ofOption('registry', () => stream.next());
      if (done) return;
      yield strip ? stripInvisible(value) : value;
    }
  }
  return { cards: cards(), total: 0 };
}

async function* hashed(cards: AsyncIterable<Card>, hash: CardsHash): AsyncGenerator<Card> {
  for await (const card of cards) {
    hash.add(card);
    yield card;
  }
}

function describe(
  { memory, out, retriever }: BuildIndexConfig,
  index: SearchIndex,
  hash: CardsHash,
  bytes: number,
  ms: { readonly build: number; readonly write: number },
): BuiltIndex {
  return {
    file: out,
    file_bytes: bytes,
    retriever,
    cards: index.cards,
    cards_sha256: hash.digest(),
    build_s: Math.round(ms.build) / 1000,
    write_s: Math.round(ms.write) / 1000,
    memory: memory ? memoryOf(index) : undefined,
  };
}

function memoryOf(index: SearchIndex): IndexMemory {
  const parts = index.memory?.() ?? [];
  return { parts, index_bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0), peak_bytes: peakMemory() };
}
