import type { Beside } from './beside.ts';
import type { LatencyBeside, WorkChange } from './records.ts';

/**
 * Columns that count work: what a search looked at and what an index holds, the same on every machine. Postings and
 * cards visited stand in the runs of retrievers that count them.
 */
const COUNTER = /^(?:candidates_(?:mean|p50|p95|max)|pool_mean|index_bytes|(?:postings|visited)(?:_[a-z0-9]+)*)$/;

/** The counters that either run has, beside each other. */
export function workChanges({ baseline, of, ours }: Beside): WorkChange[] {
  const counters = [...new Set([...baseline.figures.keys(), ...ours.figures.keys()])].filter((name) =>
    COUNTER.test(name),
  );
  return counters.flatMap((counter) => {
    const [before, now] = [baseline.figures.get(counter), ours.figures.get(counter)];
    if (before === undefined && now === undefined) return [];
    const ratio = before === undefined || now === undefined || before === 0 ? undefined : now / before;
    return [{ ...of, counter, baseline_value: before, value: now, ratio }];
  });
}

/** What each run timed within itself; nothing where neither was timed with an oracle. */
export function latencyBeside({ baseline, of, ours }: Beside): LatencyBeside[] {
  const row = {
    ...of,
    baseline_ratio: baseline.figures.get('ratio_to_oracle'),
    baseline_low: baseline.figures.get('ratio_low'),
    baseline_high: baseline.figures.get('ratio_high'),
    ratio: ours.figures.get('ratio_to_oracle'),
    low: ours.figures.get('ratio_low'),
    high: ours.figures.get('ratio_high'),
  };
  return row.baseline_ratio === undefined && row.ratio === undefined ? [] : [row];
}
