import { countedQueries } from '../../datasets/counted.ts';
import { times } from './charts/latency.ts';
import { duration, meanOf, percent, type View, whole } from './view.ts';

/** The question answered in words: does the right agent make the shortlist? A sentence each. */
export function answers(view: View): string[] {
  return [...agreement(view), ...found(view), ...compared(view), ...succeeded(view), ...timed(view)];
}

/** How many queries were compared with the oracle, over all seeds, and on how many the two were equal. */
function agreed({ records }: View, retriever: string) {
  const rows = records.summary.filter((row) => row.retriever === retriever);
  const all = rows.reduce((sum, row) => sum + (row.compared ?? 0), 0);
  return { name: retriever, all, equal: all - rows.reduce((sum, row) => sum + (row.divergent ?? 0), 0) };
}

function agreement(view: View): string[] {
  const { facts, oracleOf } = view;
  const sampled = facts.checked.queries !== undefined && facts.checked.queries < facts.checked.of;
  return [...oracleOf].flatMap(([retriever, oracle]) => {
    const { all, equal } = agreed(view, retriever);
    const of = `${whole(equal)} of ${countedQueries(all)}${sampled ? ', a sample' : ''}`;
    if (equal === all) return [`${retriever} agrees with its oracle ${oracle} on ${of}, to the last bit.`];
    return [`${retriever} parts from its oracle ${oracle}: they agree on ${of} only.`];
  });
}

function found({ k, records, series }: View): string[] {
  const judged = new Set<string>();
  for (const { query_id, seed } of records.qrels) judged.add(`${seed} ${query_id}`);
  if (judged.size === 0) return ['No query has a right card, so nothing can be said about what is found.'];
  const parts = series.map(({ name, retriever }, i) => {
    const rows = records.queries.filter(
      (row) => row.retriever === retriever && judged.has(`${row.seed} ${row.query_id}`),
    );
    const hits = rows.filter(({ first_relevant_rank: rank }) => rank !== undefined && rank <= k).length;
    return `${name}${i === 0 ? ` puts one into its pool of ${k}` : ''} for ${percent(hits / rows.length)}`;
  });
  const [of, have] =
    judged.size === 1 ? ['For the one query', 'has'] : [`Of the ${whole(judged.size)} queries`, 'have'];
  return [`${of} that ${have} a right card, ${listed(parts)}.`];
}

function compared({ records, seeds, series }: View): string[] {
  if (seeds.length > 1) return [];
  return series.flatMap(({ name, retriever }) => {
    const row = records.comparisons.find((one) => one.retriever === retriever && one.measure === 'recall_at_k');
    if (row?.low === undefined || row.high === undefined) return [];
    const behind = row.difference < 0;
    const [low, high] = behind ? [-row.high, -row.low] : [row.low, row.high];
    const interval = `95\u00a0% interval ${points(low)} to ${points(high)}`;
    const place =
      row.difference === 0
        ? `${name} is level with ${row.baseline}`
        : `${name} is ${points(Math.abs(row.difference))} points ${behind ? 'behind' : 'ahead of'} ${row.baseline}`;
    const doubt = low > 0 ? '' : `: no difference that ${countedQueries(row.queries)} can show`;
    return [`In recall, ${place} (${interval})${doubt}.`];
  });
}

function succeeded({ facts, records, series }: View): string[] {
  const rates = series.flatMap(({ name, retriever }) => {
    const rate = meanOf(records.summary.filter((row) => row.retriever === retriever).map((row) => row.success_rate));
    return rate === undefined ? [] : [{ name, rate: percent(rate) }];
  });
  if (rates.length === 0) return [];
  const parts = rates.map(({ name, rate }, i) => `${rate}${i === 0 ? ' of the queries succeed' : ''} with ${name}`);
  return [`From end to end, with the orchestrator "${facts.orchestrator}", ${listed(parts)}.`];
}

function timed({ oracleOf, records, seeds }: View): string[] {
  if (seeds.length > 1) return [];
  const rows = records.latency.filter(({ p50_us }) => p50_us !== undefined);
  if (rows.length === 0) return [];
  const middle = rows.map((row) => `${duration(row.p50_us)} with ${row.retriever}`);
  const ratios = rows
    .filter(({ ratio_to_oracle }) => ratio_to_oracle !== undefined)
    .map(
      ({ ratio_high, ratio_low, ratio_to_oracle, retriever }) =>
        `${retriever} is ${times(ratio_to_oracle)} times as fast as ${oracleOf.get(retriever) ?? 'its oracle'} (${times(ratio_low)} to ${times(ratio_high)})`,
    );
  return [`A query takes ${listed(middle)} in the median${ratios.length > 0 ? `; ${listed(ratios)}` : ''}.`];
}

/** A share as points of a percentage. */
function points(share: number): string {
  const text = (share * 100).toFixed(1);
  return text === '-0.0' ? '0.0' : text.replace('-', '−');
}

function listed(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}

/** One gate of the run. */
export interface GateLine {
  readonly name: string;
  /** Undefined where there was nothing to check. */
  readonly passed: boolean | undefined;
  readonly found: string;
}

/** What each gate found. */
export function gates(view: View): GateLine[] {
  const { facts, oracleOf, records } = view;
  const { canaries, fixtures, summary } = records;
  const compared = [...oracleOf.keys()].map((retriever) => agreed(view, retriever));
  const caught = canaries.filter((row) => row.caught).length;
  const passed = fixtures.filter((row) => row.passed).length;
  const { checked, differences } = facts.conformance;
  const outcomes = summary.some((row) => row.success_rate !== undefined);
  return [
    oracleOf.size === 0
      ? { name: 'Agreement with the oracle', passed: undefined, found: 'no retriever of this run has an oracle' }
      : {
          name: 'Agreement with the oracle',
          passed: compared.every(({ all, equal }) => all > 0 && equal === all),
          // A query counts once for each retriever: added up they would be more than the run has.
          found: `identical at every K: ${compared.map(({ all, equal, name }) => `${name} ${whole(equal)} of ${countedQueries(all)}`).join(', ')}`,
        },
    {
      name: 'Broken twins that the comparison must catch',
      passed: canaries.length > 0 && caught === canaries.length,
      found: `${caught} of ${canaries.length} caught`,
    },
    {
      name: 'Published vectors',
      passed: checked > 0 && differences.length === 0,
      found: `${whole(checked - differences.length)} of ${whole(checked)} equal`,
    },
    {
      name: 'Scripted outcomes',
      passed: fixtures.length > 0 && passed === fixtures.length,
      found: `${passed} of ${fixtures.length} as expected`,
    },
    {
      name: 'Outcomes add up to the queries',
      passed: outcomes ? true : undefined,
      // A ledger that does not balance throws before any report is written.
      found: outcomes ? 'balanced for every retriever' : 'no query is judged',
    },
  ];
}
