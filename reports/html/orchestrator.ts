import { callFigures, namedWithSeed, repeatFigures, tokenFigures } from '../orchestrator-figures.ts';
import { words } from './charts/outcomes.ts';
import { figuresTable } from './figures-table.ts';
import { html, type Markup } from './markup.ts';
import { duration, percent, type View, whole } from './view.ts';

/** What the orchestrator was shown and what it answered, where there is more to say than its outcomes; else nothing. */
export function orchestratorSection(view: View): Markup | undefined {
  const tables = [...answered(view), ...failures(view), ...repeats(view), ...calls(view), ...tokens(view)];
  if (tables.length === 0) return undefined;
  return html`<section aria-labelledby="orchestrator-heading">
<h2 id="orchestrator-heading">The orchestrator</h2>
${tables}
</section>`;
}

/** A table under a heading of its own. */
function titled(title: string, note: string, head: readonly string[], rows: readonly (readonly string[])[]): Markup[] {
  if (rows.length === 0) return [];
  return [html`<div class="part"><h3>${title}</h3><p class="note">${note}</p>${figuresTable(title, head, rows)}</div>`];
}

function answered({ records, seeds }: View): Markup[] {
  const rows = records.summary.filter((row) => row.api_failure > 0);
  return titled(
    'Calls that failed',
    'A failed call stays in the denominator of success; the last column leaves it out, and is no headline.',
    ['retriever', 'answered', 'success', 'success where answered'],
    rows.map((row) => [
      seeds.length > 1 ? namedWithSeed(row) : row.retriever,
      ...[row.answered_share, row.success_rate, row.success_answered].map((value) => percent(value)),
    ]),
  );
}

function failures({ records, retrievers }: View): Markup[] {
  const kinds = new Map<string, Map<string, number>>();
  for (const { kind, outcome, queries, retriever } of records.failures) {
    const name = `${words(outcome)}: ${words(kind)}`;
    const counts = kinds.get(name) ?? new Map<string, number>();
    kinds.set(name, counts.set(retriever, (counts.get(retriever) ?? 0) + queries));
  }
  return titled(
    'Failures by kind',
    'Queries by what was wrong with the call or with the reply.',
    ['kind', ...retrievers],
    [...kinds].map(([name, counts]) => [name, ...retrievers.map((retriever) => whole(counts.get(retriever) ?? 0))]),
  );
}

function repeats({ records }: View): Markup[] {
  return titled(
    'The same question again',
    'Queries whose pool was shown several times; the first answer is the one that counts everywhere else.',
    ['retriever', 'queries', 'times each', 'ended alike', 'share', 'ended differently'],
    repeatFigures(records.repeats).map(({ alike, name, queries, times }) => [
      name,
      ...[queries, times, alike].map(whole),
      percent(alike / queries),
      whole(queries - alike),
    ]),
  );
}

function calls({ records }: View): Markup[] {
  const ms = (value: number | undefined) => duration(value === undefined ? undefined : value * 1000);
  return titled(
    'Calls',
    'Times are medians: of one request alone, and with all waits and retries.',
    ['retriever', 'calls', 'requests', 'one request', 'with waits'],
    callFigures(records.calls).map(({ calls: made, name, requests, serviceMs, totalMs }) => [
      name,
      whole(made),
      whole(requests),
      ms(serviceMs),
      ms(totalMs),
    ]),
  );
}

function tokens({ facts, records }: View): Markup[] {
  const mean = (value: number | undefined) => (value === undefined ? '–' : whole(Math.round(value)));
  return titled(
    'Tokens that the pool saves',
    `A prompt with the whole registry beside one with the pool, counted in ${facts.tokenEncoding}; means over the queries whose pool is not empty.`,
    ['retriever', 'queries', 'whole registry', 'pool', 'input reduction, mean', '95th percentile'],
    tokenFigures(records.tokens).map(({ asked, name, pool, reduction, reductionP95, registry }) => [
      name,
      whole(asked),
      mean(registry),
      mean(pool),
      percent(reduction, 2),
      percent(reductionP95, 2),
    ]),
  );
}
