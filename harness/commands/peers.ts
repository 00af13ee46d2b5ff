import { totalmem } from 'node:os';
import { performance } from 'node:perf_hooks';
import { GENERATOR_VERSION, syntheticQueries } from '../../datasets/synthetic/index.ts';
import { visible } from '../../datasets/visible.ts';
import { csv } from '../../reports/csv.ts';
import { peersReport, peersTable } from '../../reports/peers.ts';
import { PACKAGE_VERSIONS } from '../../retrievers/adapters/packages.ts';
import { loadRetriever, PEERS, retrieverProblem } from '../../retrievers/index.ts';
import { STOPWORDS_V1 } from '../../retrievers/stopwords.ts';
import { type RawOptions, UsageError } from '../config/options.ts';
import { type PeersConfig, readPeersConfig } from '../config/peers.ts';
import { describeMachine } from '../manifest.ts';
import { type MeasuredPeers, measurePeers } from '../peers/measure-size.ts';
import type { RunFolder } from '../run-folder.ts';
import type { Console } from '../screen/console.ts';
import { Progress } from '../screen/progress.ts';
import { VERSION } from '../version.ts';
import { installPeers } from './install-peers.ts';
import { KNOWN } from './names.ts';
import { openRunFolder } from './open-folder.ts';

/** What the processes of a measurement run. */
const MODULE = new URL('./peers-process.ts', import.meta.url);

/** The project's own that are compared where none is named. */
const OWN = ['ssr', 'bm25', 'wss'];

/** The share of the machine's memory that the heap of one process may take. */
const HEAP_SHARE = 0.75;

/**
 * Compares retrievers of the project with search engines that somebody else wrote, on generated registries of several
 * sizes: indexing, memory, measures, and the time of a search side by side. Writes `peers.csv` and a manifest.
 *
 * @returns the exit code: 0 done, 1 where a retriever failed, nothing could be timed or a package not be installed, 130
 *   interrupted.
 * @throws UsageError or InputError for a mistake (exit 2).
 */
export async function peers(raw: RawOptions, screen: Console, signal: AbortSignal): Promise<number> {
  const started = new Date();
  const config = readPeersConfig(raw, KNOWN);
  if (config === 'install') return installPeers(screen, signal);
  const { names, notices } = await chosen(config);
  const base = config.out ?? `runs/peers-${started.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  const folder = await openRunFolder(config.out, base, screen, config.quiet);
  const progress = new Progress(screen.progress && !config.quiet, () => performance.now());
  let stage: Parameters<Progress['report']> = ['', 0, 0];
  // A stage that is told once and lasts is shown all the same.
  const clock = setInterval(() => progress.report(...stage), 500);
  const heapMiB = Math.floor((totalmem() / 2 ** 20) * HEAP_SHARE);
  const retrievers = names.map((name) => ({ name, package: packageOf(name) }));
  const measured: MeasuredPeers[] = [];
  const run: Run = { config, folder, heapMiB, measured, notices, retrievers, started };
  try {
    for (const cards of config.sizes) {
      const { k, limitS, queries, seed } = config;
      measured.push(
        await measurePeers({
          ...{ seed, cards, k, retrievers, limitS, heapMiB, signal, module: MODULE },
          queries: syntheticQueries(seed, cards, queries),
          onProgress: (...told) => {
            stage = told;
            progress.report(...told);
          },
        }),
      );
    }
    clearInterval(clock);
    progress.stop();
    const manifest = await writeFiles(run);
    const path = await folder.finish(base);
    print(run, manifest, path, screen);
    const failures = measured.flatMap((size) => size.failures);
    for (const failure of failures) screen.err(`failed: ${visible(failure, 400)}\n`);
    if (failures.length > 0) return 1;
    if (measured.some(({ latency }) => latency !== undefined)) return 0;
    screen.err(`failed: nothing could be timed within ${config.limitS} s\n`);
    return 1;
  } catch (error) {
    clearInterval(clock);
    progress.stop();
    if (!signal.aborted) {
      await folder.abandon();
      throw error;
    }
    await writeFiles(run);
    const path = await folder.finish(`${base}-interrupted`);
    screen.err(`interrupted; what was finished is in ${visible(path, 200)}\n`);
    return 130;
  }
}

interface Run {
  readonly config: PeersConfig;
  readonly folder: RunFolder;
  readonly heapMiB: number;
  readonly measured: readonly MeasuredPeers[];
  readonly notices: readonly string[];
  readonly retrievers: readonly { readonly name: string; readonly package: string | undefined }[];
  readonly started: Date;
}

/** What is compared, each loaded once so that one that cannot be had is known before any work. */
async function chosen({ retrievers }: PeersConfig): Promise<{ names: readonly string[]; notices: string[] }> {
  const all = [...PEERS.keys()];
  const installed = all.filter((name) => retrieverProblem(name) === undefined);
  const names = retrievers ?? [...OWN, ...installed];
  if (retrievers === undefined && installed.length === 0) {
    throw new UsageError(
      `no search engine to compare with is installed; run: npm run peers -- --install; or name --retrievers ${OWN.join(',')}`,
    );
  }
  for (const name of names) await loadRetriever(name);
  const missing = retrievers === undefined ? all.filter((name) => !installed.includes(name)) : [];
  const notice = `left out, as they are not installed (npm run peers -- --install): ${missing.join(', ')}`;
  return { names, notices: missing.length > 0 ? [notice] : [] };
}

function packageOf(name: string): string | undefined {
  const peer = PEERS.get(name);
  return peer && `${peer.package} ${PACKAGE_VERSIONS.get(peer.package)}`;
}

async function writeFiles(run: Run) {
  const { config, folder, heapMiB, measured, notices, retrievers, started } = run;
  const { k, limitS, queries, seed, sizes } = config;
  const rows = measured.flatMap((size) => size.rows);
  const files = { 'peers.csv': await folder.write('peers.csv', csv(peersTable(rows))) };
  const manifest = {
    experiment: {
      shortlist: VERSION,
      generator: GENERATOR_VERSION,
      stopwords: { name: STOPWORDS_V1.name, sha256: STOPWORDS_V1.sha256 },
      ...{ seed, sizes, queries, k, retrievers },
      limit_s: limitS,
      heap_mib: heapMiB,
    },
    machine: describeMachine(),
    times: { started: started.toISOString(), finished: new Date().toISOString() },
    sizes: measured.map(({ latency, reader, rows: [first] }) => ({
      cards: first?.cards,
      reader_peak_bytes: reader?.peak,
      reader_rss_bytes: reader?.rss,
      reader_heap_bytes: reader?.heap,
      rounds: latency?.rounds,
      queries_per_round: latency?.queriesPerRound,
      timer_resolution_us: latency?.timerResolutionUs,
    })),
    notices,
    files,
  };
  await folder.write('manifest.json', [`${JSON.stringify(manifest, null, 2)}\n`]);
  return manifest;
}

function print({ config, folder, measured, notices }: Run, manifest: object, path: string, screen: Console): void {
  const paths = { folder: path, files: folder.names };
  const rows = measured.flatMap((size) => size.rows);
  if (config.json) screen.out(`${JSON.stringify({ manifest, peers: rows, paths }, null, 2)}\n`);
  else if (!config.quiet) screen.out(peersReport(rows, { ...paths, notices }, screen.columns));
}
