import pc from 'picocolors';
import { counted, countedQueries } from '../datasets/counted.ts';
import { visible } from '../datasets/visible.ts';
import { OUTCOMES } from '../harness/outcomes.ts';
import type { LatencyRow, RunRecords, SummaryRow, Verdict } from '../harness/records.ts';
import { diagnosisLines } from './diagnosis.ts';
import { againstBaseline, namedMeasures, recallCurve, targetLines, tieLines } from './figures.ts';
import { grid } from './grid.ts';
import { count, share, threeDigits } from './numbers.ts';
import { failureSections, orchestratorLines } from './orchestrator.ts';
import { plantedSections } from './planted.ts';

/** What the terminal says of a run besides its records. */
export interface RunFacts {
  readonly orchestrator: string;
  /** Queries of each dataset that were compared with the oracle (undefined: there is none), and how many there were. */
  readonly checked: { readonly queries: number | undefined; readonly of: number };
  readonly conformance: { readonly checked: number; readonly differences: readonly string[] };
  readonly timerResolutionUs: number | undefined;
  /** What tokens were counted in. */
  readonly tokenEncoding: string;
  /** Where the queries are the cards' own examples: in how many folds; else undefined. */
  readonly knownItemFolds: number | undefined;
  readonly fingerprint: string;
  readonly verdict: Verdict;
  readonly folder: string;
  readonly files: readonly string[];
  /** Further lines that a reader must not miss, such as what was skipped. */
  readonly notices: readonly string[];
}

/**
 * The results of a run for a person: a table of measures, one of outcomes, then what makes them credible.
 * At most 100 columns wide for names of usual length. Text from outside is made safe; colour is the caller's choice.
 *
 * @param colour whether the terminal shows colour.
 * @param columns how wide the terminal is: tables that are wider come in parts. Undefined: they are as wide as they are.
 * @returns the text, ending in a line feed.
 */
export function terminalReport(records: RunRecords, facts: RunFacts, colour: boolean, columns?: number): string {
  const paint = pc.createColors(colour);
  const { canaries, fixtures, latency, summary } = records;
  const caught = canaries.filter((row) => row.caught).length;
  const passed = fixtures.filter((row) => row.passed).length;
  const { checked, differences } = facts.conformance;
  const sections = [
    heading(summary),
    ...(facts.knownItemFolds === undefined ? [] : [knownItem(facts.knownItemFolds)]),
    measures(summary, latency, columns),
    ...(records.seeds.length > 0 ? [overSeeds(records, columns)] : []),
    ...namedMeasures(records, columns),
    ...recallCurve(records, columns),
    ...againstBaseline(records, columns),
    `outcomes with the orchestrator "${visible(facts.orchestrator)}":`,
    outcomes(summary, columns),
    ...failureSections(records, columns),
    ...plantedSections(records, columns),
    [
      ...targetLines(records),
      ...tieLines(records),
      ...diagnosisLines(records.cards),
      ...agreement(summary, facts),
      `canaries      ${caught} of ${canaries.length} caught`,
      `vectors       ${checked - differences.length} of ${checked} equal`,
      `fixtures      ${passed} of ${fixtures.length} passed`,
      ...orchestratorLines(records, facts.tokenEncoding),
      ...latencyNote(latency, facts),
      ...notes(facts.notices),
      `fingerprint   ${facts.fingerprint}`,
      `files         ${visible(facts.folder, 200)}: ${facts.files.join(', ')}`,
    ].join('\n'),
    verdictLine(facts.verdict, paint),
  ];
  return `${sections.join('\n\n')}\n`;
}

function heading(summary: readonly SummaryRow[]): string {
  const [first] = summary;
  if (first === undefined) return 'no retriever has a row';
  const { cards, dataset, k, queries } = first;
  const judged = new Set(summary.map((row) => row.judged));
  const span = judged.size === 1 ? count(first.judged) : `${Math.min(...judged)} to ${Math.max(...judged)}`;
  return `${visible(dataset)}: ${counted(cards, 'card')}, ${countedQueries(queries)} (${span} with a right card), k = ${k}`;
}

function knownItem(folds: number): string {
  return [
    `known-item: a lower bound. The queries are the cards' own examples, in ${folds} folds; no card is found by`,
    'its own sentence, and cards that would do as well but do not carry it count as wrong.',
  ].join('\n');
}

function measures(summary: readonly SummaryRow[], latency: readonly LatencyRow[], columns: number | undefined): string {
  const seeded = severalSeeds(summary);
  const timed = latency.length > 0;
  const k = summary[0]?.k ?? 0;
  const head = ['retriever', `recall@${k}`, 'nDCG@10', 'success', 'candidates'];
  const rows = summary.map((row) => {
    const time = latency.find((each) => each.retriever === row.retriever && each.seed === row.seed);
    return [
      ...(seeded ? [row.seed ?? ''] : []),
      row.retriever,
      share(row.recall_at_k),
      share(row.ndcg_at_10),
      share(row.success_rate),
      `${row.candidates_mean.toFixed(1)} (${(row.candidates_share * 100).toFixed(1)} %)`,
      ...(timed ? [micros(time?.p50_us), micros(time?.p99_us), ratio(time)] : []),
    ];
  });
  const times = timed ? ['p50 us', 'p99 us', 'times the oracle'] : [];
  return grid([[...(seeded ? ['seed'] : []), ...head, ...times], ...rows], columns);
}

function overSeeds({ seeds }: RunRecords, width: number | undefined): string {
  const cell = (row: (typeof seeds)[number], column: string): string => {
    const [middle, deviation] = [row[`${column}_mean`], row[`${column}_sd`]];
    if (typeof middle !== 'number' || typeof deviation !== 'number') return '-';
    return `${middle.toFixed(3)} ± ${deviation.toFixed(3)}`;
  };
  const columns = ['recall_at_k', 'ndcg_at_10', 'success_rate'];
  const rows = seeds.map((row) => [row.retriever, ...columns.map((column) => cell(row, column))]);
  const table = grid([['retriever', 'recall@k', 'nDCG@10', 'success'], ...rows], width);
  return `mean ± standard deviation over ${seeds[0]?.seeds ?? 0} seeds:\n\n${table}`;
}

function outcomes(summary: readonly SummaryRow[], columns: number | undefined): string {
  const seeded = severalSeeds(summary);
  const head = [...(seeded ? ['seed'] : []), 'retriever', ...OUTCOMES.map((outcome) => outcome.replace('_', ' '))];
  const rows = summary.map((row) => [
    ...(seeded ? [row.seed ?? ''] : []),
    row.retriever,
    ...OUTCOMES.map((outcome) => count(row[outcome])),
  ]);
  return grid([head, ...rows], columns);
}

function agreement(summary: readonly SummaryRow[], { checked }: RunFacts): string[] {
  const compared = summary.filter((row) => row.divergent !== undefined);
  if (compared.length === 0) return ['agreement     not checked: no retriever of this run has an oracle'];
  const lines = compared.map((row) => {
    const seed = row.seed !== undefined && severalSeeds(summary) ? `, seed ${row.seed}` : '';
    const equal = (row.compared ?? 0) - (row.divergent ?? 0);
    return `agreement     ${row.retriever}${seed}: ${count(equal)} of ${countedQueries(row.compared ?? 0)} identical to the oracle at every K`;
  });
  if (checked.queries !== undefined && checked.queries < checked.of) {
    lines.push(
      `              (a seeded sample of ${count(checked.queries)} of ${countedQueries(checked.of)}; the oracle serves it alone and has no row)`,
    );
  }
  return lines;
}

function latencyNote(latency: readonly LatencyRow[], { timerResolutionUs }: RunFacts): string[] {
  if (latency.length === 0) return [];
  const samples = [...new Set(latency.map((row) => row.samples))];
  const step = timerResolutionUs === undefined ? 'unknown' : `${timerResolutionUs.toFixed(3)} us`;
  const most = Math.max(...latency.map(({ processes }) => processes));
  const where = most === 1 ? 'one process' : `${most} processes one after the other`;
  const one = 'the intervals cover its rounds, not what differs between processes: --latency-processes 5';
  return [
    `latency       ${samples.map(count).join(', ')} samples a retriever, one a query, in ${where}`,
    ...(most === 1 && latency.some((row) => row.ratio_low !== undefined) ? [`              (${one})`] : []),
    `              smallest step of the clock ${step}`,
  ];
}

/** Notices that are printed; all of them are in the manifest. */
const SHOWN_NOTICES = 20;

function notes(notices: readonly string[]): string[] {
  const lines = notices.slice(0, SHOWN_NOTICES).map((notice) => `note          ${visible(notice, 300)}`);
  const more = notices.length - lines.length;
  return more > 0 ? [...lines, `note          and ${count(more)} more, all in manifest.json`] : lines;
}

function verdictLine({ reasons, result }: Verdict, paint: ReturnType<typeof pc.createColors>): string {
  if (result === 'passed') return paint.green('passed');
  if (result === 'unchecked') return paint.yellow(`unchecked: ${reasons.join('; ')}`);
  const shown = reasons.slice(0, 10).map((reason) => `  ${visible(reason, 200)}`);
  const more = reasons.length - shown.length;
  return [paint.red('FAILED'), ...shown, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n');
}

function severalSeeds(summary: readonly SummaryRow[]): boolean {
  return new Set(summary.map((row) => row.seed)).size > 1;
}

function micros(value: number | undefined): string {
  if (value === undefined) return '-';
  return value < 100 ? value.toFixed(1) : count(Math.round(value));
}

function ratio(row: LatencyRow | undefined): string {
  if (row?.ratio_to_oracle === undefined) return '-';
  const [middle, low, high] = [row.ratio_to_oracle, row.ratio_low, row.ratio_high].map(threeDigits);
  return `${middle} (${low} to ${high})`;
}
