import { counted, countedQueries } from '../../../datasets/counted.ts';
import type { GrowthRow, ScaleRow, Verdict } from '../../../harness/records.ts';
import { chartsData, chartsSection } from '../figure.ts';
import { figuresTable } from '../figures-table.ts';
import { chartFile } from '../files.ts';
import { html, type Markup } from '../markup.ts';
import type { Chart } from '../plot.ts';
import { shell } from '../shell.ts';
import { verdictSection } from '../verdict.ts';
import { duration, percent, whole } from '../view.ts';
import { bytes, count, scaleCharts, seconds } from './charts.ts';
import { power } from './line-chart.ts';

/** What the page says of a measurement besides its rows. */
export interface ScalePageFacts {
  readonly version: string;
  readonly verdict: Verdict;
  /** Name to value. */
  readonly machine: Readonly<Record<string, string | number>>;
  /** The command that runs all of it again. */
  readonly command: string;
}

/** The page of a measurement at scale, `report.html`, and its charts as files of their own: text in pieces by file name. */
export function scalePage(
  rows: readonly ScaleRow[],
  growth: readonly GrowthRow[],
  facts: ScalePageFacts,
): ReadonlyMap<string, Iterable<string>> {
  const charts = scaleCharts(rows, growth);
  return new Map<string, Iterable<string>>([
    ['report.html', page(rows, growth, facts, charts)],
    ...charts.map((chart): [string, Iterable<string>] => [`chart-${chart.id}.svg`, [chartFile(chart)]]),
  ]);
}

function page(
  rows: readonly ScaleRow[],
  growth: readonly GrowthRow[],
  facts: ScalePageFacts,
  charts: readonly Chart[],
): Iterable<string> {
  const [first] = rows;
  const title =
    first === undefined
      ? 'no size was measured'
      : `${whole(rows.length)} ${rows.length === 1 ? 'size' : 'sizes'} of ${first.shape}, seed ${first.seed}: ${rows.map(({ cards }) => whole(cards)).join('; ')}`;
  const how =
    first === undefined
      ? ''
      : `. ${countedQueries(first.queries)} a size; pool of ${first.k}; ssr, each size in a process of its own`;
  return shell(
    {
      ...{ version: facts.version, title, heading: 'How does it grow with the registry?' },
      subject: html`<p class="subject">${title}${how}</p>`,
      skip: { to: 'charts-heading', text: 'To the charts' },
      start: 'charts',
    },
    parts(rows, growth, facts, charts),
  );
}

function* parts(
  rows: readonly ScaleRow[],
  growth: readonly GrowthRow[],
  facts: ScalePageFacts,
  charts: readonly Chart[],
): Generator<Markup> {
  yield html`<main>
${verdictSection(facts.verdict, passed(rows))}
<section aria-labelledby="answer-heading">
<h2 id="answer-heading">The answer</h2>
<ul class="answers">${answers(rows, growth).map((sentence) => html`<li>${sentence}</li>`)}</ul>
</section>
${chartsSection(charts)}
<section aria-labelledby="figures-heading">
<h2 id="figures-heading">Figures</h2>
${sizesTable(rows)}
</section>
<section aria-labelledby="growth-heading">
<h2 id="growth-heading">Growth</h2>
<p class="note">A figure as a power of the number of cards, by least squares over the logarithms; fewer than three sizes have none.</p>
${growthTable(growth)}
</section>
<section aria-labelledby="run-heading">
<h2 id="run-heading">This run</h2>
<dl>
<dt>Run it again</dt><dd><code>${facts.command}</code></dd>
<dt>Machine</dt><dd>${Object.entries(facts.machine)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')}</dd>
</dl>
</section>
</main>`;
  yield chartsData(charts);
}

/** What a pass says: how much of what was searched was compared. */
function passed(rows: readonly ScaleRow[]): string {
  const [compared, queries] = (['compared', 'queries'] as const).map((name) =>
    rows.reduce((sum, row) => sum + row[name], 0),
  ) as [number, number];
  return compared === queries
    ? 'every query of every size was compared with the oracle, and is identical.'
    : `a sample of every size was compared with the oracle, and is identical: ${whole(compared)} of ${whole(queries)} queries.`;
}

function answers(rows: readonly ScaleRow[], growth: readonly GrowthRow[]): string[] {
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return ['No size was measured.'];
  const compared = rows.reduce((sum, row) => sum + row.compared, 0);
  const equal = compared - rows.reduce((sum, row) => sum + row.divergent, 0);
  const many = rows.length > 1;
  const told = (read: (row: ScaleRow) => string) => (many ? `${read(first)} to ${read(last)}` : read(first));
  const grows = (figure: string) => {
    const known = growth.find((row) => row.figure === figure)?.exponent;
    return known === undefined ? '' : ` (${power(known)})`;
  };
  const span = many
    ? `From ${whole(first.cards)} to ${counted(last.cards, 'card')}`
    : `With ${counted(first.cards, 'card')}`;
  const { mean_to_stream: stream, mean_to_term_at_a_time: adding } = last;
  const streamed = stream === undefined ? '' : `, and ${count(stream)} times as long as merely reading them`;
  return [
    `ssr is identical to its oracle on ${whole(equal)} of ${countedQueries(compared)} that ${compared === 1 ? 'was' : 'were'} compared.`,
    `${span} a query takes ${told((row) => duration(row.mean_us))} in the mean${grows('mean_us')}. Its signals have ${told((row) => count(row.postings_mean))} postings${grows('postings_mean')}; the search meets ${told((row) => count(row.visited_mean))} cards while reading${grows('visited_mean')}.`,
    `The index takes ${told((row) => bytes(row.index_bytes))}${grows('index_bytes')}, ${told((row) => row.bytes_per_posting?.toFixed(2) ?? 'none')} bytes a posting.`,
    ...(adding === undefined
      ? []
      : [
          `With ${counted(last.cards, 'card')} a search takes ${percent(adding)} of the time of adding up all postings${streamed}.`,
        ]),
  ];
}

function sizesTable(rows: readonly ScaleRow[]): Markup {
  return figuresTable(
    'Figures of every size',
    [
      ...['cards', 'build', 'generating', 'start', 'peak', 'index', 'postings', 'bytes a posting'],
      ...['postings a query', 'visited', 'mean', 'median', 'p95', 'p99', 'samples', 'identical'],
    ],
    rows.map((row) => [
      whole(row.cards),
      ...[row.build_s, row.generate_s].map(seconds),
      ...[row.start_bytes, row.peak_bytes, row.index_bytes].map(bytes),
      whole(row.postings),
      row.bytes_per_posting?.toFixed(2) ?? '–',
      ...[row.postings_mean, row.visited_mean].map(count),
      ...[row.mean_us, row.p50_us, row.p95_us, row.p99_us].map(duration),
      whole(row.samples),
      `${whole(row.compared - row.divergent)} of ${whole(row.compared)}`,
    ]),
  );
}

function growthTable(growth: readonly GrowthRow[]): Markup {
  return figuresTable(
    'Growth of every figure',
    ['figure', 'exponent', 'R squared', 'sizes'],
    growth.map(({ exponent, figure, r_squared, sizes }) => [
      figure,
      exponent === undefined ? '–' : exponent.toFixed(3).replace('-', '−'),
      r_squared === undefined ? '–' : r_squared.toFixed(4),
      String(sizes),
    ]),
  );
}
