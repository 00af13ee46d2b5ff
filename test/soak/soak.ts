import { parseArgs } from 'node:util';
import { soakFaults } from './faults.ts';
import { killRuns } from './kills.ts';

/** What the memory of a process may grow by from a fifth of its queries to the end: noise, and nothing a query. */
const MAY_GROW_BYTES = 8 * 2 ** 20;

/**
 * `npm run soak`: 10,000 queries, 30 % of them with faults. `npm run soak -- --kills 50`: runs that are killed and resumed.
 * Exits 1 where anything is lost, counted twice or asked twice. Everything stays on the loopback.
 */
const { values } = parseArgs({
  options: { queries: { type: 'string' }, kills: { type: 'string' }, seed: { type: 'string', default: 'soak' } },
});

const problems =
  values.kills === undefined
    ? await faults(Number(values.queries ?? 10_000))
    : await kills(Number(values.kills), Number(values.queries ?? 500), values.seed);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;

async function faults(queries: number): Promise<string[]> {
  const { counted, expected, faulty, heap, observed, served, ...rest } = await soakFaults(queries);
  const [before, after] = heap.map((bytes) => Math.round(bytes / 2 ** 20));
  print({ ...rest, faulty, expected, observed, served, counted, heap_mib: [before, after] });
  const sorted = (counts: Readonly<Record<string, number>>) => JSON.stringify(Object.entries(counts).sort());
  return [
    ...(sorted(observed) === sorted(expected) ? [] : ['the outcomes are not those that were played']),
    ...(served === counted ? [] : ['requests were lost or counted twice']),
    ...(heap[1] - heap[0] <= MAY_GROW_BYTES ? [] : ['the memory grows with the queries']),
  ];
}

async function kills(count: number, queries: number, seed: string): Promise<string[]> {
  const result = await killRuns(count, queries, seed);
  print(result);
  return [
    ...(result.different.length === 0 ? [] : [`not as in an unbroken run: ${result.different.join(', ')}`]),
    ...(result.askedAgain.length === 0 ? [] : [`asked again: ${result.askedAgain.join(', ')}`]),
    ...(result.kills === count ? [] : ['not all kills happened']),
  ];
}

function print(result: object): void {
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
