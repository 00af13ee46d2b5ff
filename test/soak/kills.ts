import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import seedrandom from 'seedrandom';
import { cardLine, queryLine } from '../../datasets/loaders/canonical-write.ts';
import { JOURNAL } from '../../harness/orchestrators/journal.ts';
import { type Asked, type Play, reset, says, startFaultServer, status } from '../harness/orchestrators/fault-server.ts';
import { card, query } from '../support.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Files that hold times, or the order in which answers came. */
const OF_THE_MACHINE = new Set([JOURNAL, 'manifest.json', 'calls.csv', 'latency.csv', 'report.html']);

export interface KillsResult {
  readonly kills: number;
  /** Runs that were brought to their end, by how many sittings. */
  readonly sittings: readonly number[];
  /** Files that differ from those of a run that nobody killed. */
  readonly different: readonly string[];
  /** Queries that were asked though their answer was on the disk. */
  readonly askedAgain: readonly string[];
  /** Of answers: how many there were on the disk at each kill. */
  readonly answersAtKill: readonly number[];
}

/**
 * Runs the program on a registry, kills it at random moments, and resumes it, until there were so many kills; the last
 * run is brought to its end.
 *
 * @param queries how many the run has.
 */
export async function killRuns(kills: number, queries: number, seed: string): Promise<KillsResult> {
  const folder = await mkdtemp(join(tmpdir(), 'shortlist-kills-'));
  const random = seedrandom(seed);
  const server = await startFaultServer((asked) => playOf(asked));
  try {
    await writeRegistry(folder, queries);
    const start = (out: readonly string[]) => launch(folder, server.url, out);
    const reference = join(folder, 'reference');
    await ended(start(['--out', reference]), 0);

    const different = new Set<string>();
    const askedAgain: string[] = [];
    const answersAtKill: number[] = [];
    const sittings: number[] = [];
    for (let run = 0; answersAtKill.length < kills; run++) {
      const out = join(folder, `run-${run}`);
      for (let sitting = 1; ; sitting++) {
        const known = await answersIn(out);
        const askedBefore = server.asked.length;
        const begun = known === undefined ? ['--out', out] : ['--resume', out];
        // A kill before the journal exists leaves a folder that cannot be resumed, and has cost nothing.
        if (known === undefined) await rm(out, { recursive: true, force: true });
        const child = start(begun);
        const killed =
          answersAtKill.length < kills && (await killAtRandom(child, random, () => server.asked.length, queries));
        if (!killed) await ended(child, 0);
        for (const { query: id } of server.asked.slice(askedBefore)) if (known?.has(id)) askedAgain.push(id);
        if (killed) answersAtKill.push((await answersIn(out))?.size ?? 0);
        if (killed) continue;
        sittings.push(sitting);
        for (const name of await differences(reference, out)) different.add(name);
        break;
      }
    }
    return { kills: answersAtKill.length, sittings, different: [...different], askedAgain, answersAtKill };
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Follows from the query and the attempt as the client counts it: a resumed run meets what an unbroken one meets. */
function playOf({ attempt, query: id }: Asked): Play {
  const n = Number(id.slice(1));
  const part = n % 20;
  const answer: Play = async (response, asked) => {
    await sleep(n % 5);
    await says(String((n % 3) + 1))(response, asked);
  };
  if (part === 0) return status(404);
  if (part === 1) return says('none of them');
  if (part === 2 && attempt === 1) return status(429, '', { 'retry-after-ms': '3' });
  if (part === 3 && attempt === 1) return reset;
  return answer;
}

async function writeRegistry(folder: string, queries: number): Promise<void> {
  const cards = Array.from({ length: 30 }, (_, i) => card(`c${i}`, `book flights number${i % 6} topic${i % 5}`));
  const asked = Array.from({ length: queries }, (_, n) =>
    query(`q${n}`, `q${n} book flights number${n % 6} topic${n % 5}`, [`c${n % 30}`]),
  );
  await writeFile(join(folder, 'cards.jsonl'), cards.map((each) => `${cardLine(each)}\n`).join(''));
  await writeFile(join(folder, 'queries.jsonl'), asked.map((each) => `${queryLine(each)}\n`).join(''));
}

function launch(folder: string, url: string, out: readonly string[]): ChildProcess {
  const model = ['--orchestrator', 'openai', '--base-url', url, '--model', 'm', '--concurrency', '8', '--retries', '1'];
  const data = ['--registry', join(folder, 'cards.jsonl'), '--query-set', join(folder, 'queries.jsonl')];
  const rest = ['--retrievers', 'ssr', '--no-latency', '--check', '1', '-k', '5', '--quiet'];
  return spawn(process.execPath, ['--import', 'tsx', 'harness/cli.ts', 'bench', ...data, ...rest, ...model, ...out], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function ended(child: ChildProcess, expected: number): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  if (child.exitCode !== expected) throw new Error(`the program ended with ${child.exitCode ?? child.signalCode}`);
}

/**
 * Kills a process at a random moment: most often so many requests after the first, so that moments lie all over the run and
 * not in its start alone; else a random time after its own start.
 *
 * @returns false where the process ended before.
 */
async function killAtRandom(
  child: ChildProcess,
  random: () => number,
  requests: () => number,
  queries: number,
): Promise<boolean> {
  const before = requests();
  const wanted = random() < 0.15 ? 0 : 1 + Math.floor(random() * queries * 0.2);
  const further = random() * (wanted === 0 ? 2500 : 30);
  const running = () => child.exitCode === null && child.signalCode === null;
  while (running() && requests() - before < wanted) await sleep(1);
  if (running()) await Promise.race([sleep(further), once(child, 'exit')]);
  if (!running()) return false;
  child.kill('SIGKILL');
  await once(child, 'exit');
  return true;
}

/** Ids of the queries whose answers are whole on the disk; undefined where there is no journal. */
async function answersIn(folder: string): Promise<Set<string> | undefined> {
  const text = await readFile(join(folder, JOURNAL), 'utf8').catch(() => undefined);
  const lines = text
    ?.slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .slice(0, -1);
  const records = lines?.map((line): { type: string; key: string[] } => JSON.parse(line));
  return records && new Set(records.flatMap(({ key, type }) => (type === 'answer' ? [key[2] as string] : [])));
}

async function differences(reference: string, folder: string): Promise<string[]> {
  const names = async (path: string) => (await readdir(path)).filter((name) => !OF_THE_MACHINE.has(name)).sort();
  const [ours, theirs] = [await names(folder), await names(reference)];
  const all = [...new Set([...ours, ...theirs])];
  const different: string[] = [];
  for (const name of all) {
    const same =
      ours.includes(name) &&
      theirs.includes(name) &&
      (await readFile(join(folder, name))).equals(await readFile(join(reference, name)));
    if (!same) different.push(name);
  }
  const stamp = async (path: string) => JSON.parse(await readFile(join(path, 'manifest.json'), 'utf8')).fingerprint;
  if ((await stamp(folder)) !== (await stamp(reference))) different.push('fingerprint');
  return different;
}
