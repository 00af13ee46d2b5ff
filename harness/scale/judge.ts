import type { Verdict } from '../records.ts';
import type { MeasuredSize } from './measure-size.ts';

/**
 * The verdict of a measurement. What was not measured or not compared is not passed.
 *
 * @param problem why a size failed; undefined where none did.
 */
export function judgeSizes(measured: readonly MeasuredSize[], problem: string | undefined): Verdict {
  const reasons = measured.flatMap(({ divergence, row }) => {
    const name = `${row.cards.toLocaleString('en-US')} ${row.shape}`;
    if (row.compared === 0) return [`${name}: no query was compared with the oracle`];
    if (row.divergent === 0 && divergence === undefined) return [];
    return [`${name}: ${row.divergent} of ${row.compared} queries differ from the oracle; the first: ${divergence}`];
  });
  if (problem !== undefined) reasons.push(problem);
  else if (measured.length === 0) reasons.push('no size was measured');
  return { result: reasons.length > 0 ? 'failed' : 'passed', reasons };
}
