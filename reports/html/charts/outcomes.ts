import * as Plot from '@observablehq/plot';
import { countedQueries } from '../../../datasets/counted.ts';
import { OUTCOMES, type Outcome } from '../../../harness/outcomes.ts';
import { type Chart, draw, short, spaceFor } from '../plot.ts';
import { percent, type View, whole } from '../view.ts';

/** In the order in which they are stacked: what succeeded first. */
const STACK: readonly Outcome[] = [
  'selected',
  'wrong_selection',
  'retrieval_miss',
  'empty_pool',
  'invalid_index',
  'api_failure',
];
/** A narrower part has no room for its number. */
const NARROWEST = 0.07;

/** What became of the queries. Undefined where none has an outcome. */
export function outcomesChart(view: View): Chart | undefined {
  const { facts, records, series } = view;
  const counts = series.map(({ label, retriever }) => {
    const rows = records.summary.filter((row) => row.retriever === retriever);
    const of = new Map(STACK.map((outcome) => [outcome, rows.reduce((sum, row) => sum + row[outcome], 0)]));
    return { label, name: short(label), of, total: [...of.values()].reduce((sum, value) => sum + value, 0) };
  });
  const total = Math.max(0, ...counts.map((each) => each.total));
  if (total === 0) return undefined;
  const seen = STACK.filter((outcome) => counts.some(({ of }) => (of.get(outcome) ?? 0) > 0));
  const parts = counts.flatMap(({ label, name, of }) => {
    let from = 0;
    return seen.map((outcome) => {
      const value = of.get(outcome) ?? 0;
      const part = { label, name, outcome, value, from, to: from + value, color: colorOf(outcome) };
      from += value;
      return part;
    });
  });
  const { frame, place, svg } = draw({
    height: 64 + counts.length * 50,
    marginTop: 20,
    marginBottom: 42,
    marginLeft: spaceFor(counts.map(({ name }) => name)),
    marginRight: 16,
    x: { domain: [0, total], label: 'queries', labelOffset: 38, ticks: 5 },
    y: { domain: counts.map(({ name }) => name), label: null, padding: 0.25 },
    color: { type: 'identity' },
    marks: [
      Plot.barX(parts, {
        x1: 'from',
        x2: 'to',
        y: 'name',
        fill: 'color',
        title: ({ label, outcome, value }) =>
          `${label}: ${words(outcome)}, ${whole(value)} (${percent(value / total)})`,
      }),
      Plot.text(
        parts.filter(({ value }) => value / total >= NARROWEST),
        {
          x: ({ from, to }) => (from + to) / 2,
          y: 'name',
          text: ({ value }) => whole(value),
          fill: 'var(--on-fill)',
          pointerEvents: 'none',
        },
      ),
    ],
  });
  return {
    id: 'outcomes',
    title: 'What became of the queries',
    summary: counts
      .map(({ label, of }) => `${label}: ${seen.map((one) => `${words(one)} ${whole(of.get(one) ?? 0)}`).join(', ')}`)
      .join('; '),
    note: `With the orchestrator "${facts.orchestrator}". ${whoIsIn(view, series[0]?.retriever)}${nothingRight(view)}`,
    key: seen.map((outcome) => ({ label: words(outcome), color: colorOf(outcome) })),
    svg,
    live: {
      frame,
      hides: false,
      stops: counts.map(({ label, name, of, total: all }) => ({
        y: place('y', name),
        title: label,
        said: seen.map((outcome, i) => {
          const value = of.get(outcome) ?? 0;
          return { series: i, text: `${whole(value)} (${percent(value / all, 2)})` };
        }),
      })),
      x: [],
      y: [],
    },
    table: {
      head: ['retriever', ...OUTCOMES.map(words), 'queries'],
      rows: counts.map(({ label, of, total: all }) => [
        label,
        ...OUTCOMES.map((outcome) => whole(of.get(outcome) ?? 0)),
        whole(all),
      ]),
    },
  };
}

/** Which queries the parts add up to: those that nobody has judged have no outcome. */
function whoIsIn({ records }: View, retriever: string | undefined): string {
  const rows = records.queries.filter((row) => row.retriever === retriever);
  const unjudged = rows.filter(({ outcome }) => outcome === undefined).length;
  if (unjudged === 0) return 'Every query is in exactly one part.';
  const [verb, they] = unjudged === 1 ? ['has', 'is'] : ['have', 'are'];
  return `Every query with a list of right cards, the empty one included, is in exactly one part; ${whole(unjudged)} of ${countedQueries(rows.length)} ${verb} no such list and ${they} in none.`;
}

/** A retrieval miss where nothing is right is no fault of finding: whatever is offered is one too many. */
function nothingRight({ records, series }: View): string {
  const counts = series.map(({ name, retriever }) => {
    const missed = records.queries.filter((row) => row.retriever === retriever && row.outcome === 'retrieval_miss');
    return { name, none: missed.filter((row) => row.miss_cause === 'none_exists').length, of: missed.length };
  });
  if (counts.every(({ none }) => none === 0)) return '';
  const told = counts.map(({ name, none, of }) => `${name} ${whole(none)} of ${whole(of)}`).join(', ');
  return ` Retrieval misses include queries for which no card is right and one was picked all the same: ${told}.`;
}

/** An outcome or a cause in words. */
export function words(name: string): string {
  return name.replaceAll('_', ' ');
}

function colorOf(outcome: Outcome): string {
  return `var(--${outcome.replace('_', '-')})`;
}
