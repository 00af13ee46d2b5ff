import { counted, countedQueries } from '../../datasets/counted.ts';
import { visible } from '../../datasets/visible.ts';
import { type FileChange, type FinishedRun, type RunSubject, seedsOf } from '../finished-runs/finished-run.ts';
import { OUTCOMES } from '../outcomes.ts';
import type { GateCheck, WorstQuery } from './records.ts';
import { NAMED, shortNumber } from './worst-queries.ts';

type Check = Omit<GateCheck, 'kind' | 'seed' | 'worst'> & Partial<Pick<GateCheck, 'seed' | 'worst'>>;

/** Conditions that every run has to meet, whatever the rules: what was not measured, or does not add up, is not passed. */
export function standingChecks(run: FinishedRun): GateCheck[] {
  return [
    verdictCheck(run),
    filesCheck(run),
    measuredCheck(run),
    ...agreementChecks(run),
    ...run.subjects.map(ledger),
  ].map(standing);
}

/** Fills in what most conditions have alike. */
export function standing(check: Check): GateCheck {
  return { kind: 'standing', seed: undefined, worst: [], ...check };
}

function verdictCheck({ verdict }: FinishedRun): Check {
  const reasons = verdict.reasons.map((reason) => visible(reason, 200));
  const why = reasons.length === 0 ? '' : `: ${reasons.slice(0, NAMED).join('; ')}${more(reasons.length)}`;
  return {
    name: 'verdict of the run',
    passed: verdict.result === 'passed',
    wanted: 'passed',
    got: `${verdict.result}${why}`,
  };
}

function filesCheck({ changed }: FinishedRun): Check {
  return {
    name: 'files as the run wrote them',
    passed: changed.length === 0,
    wanted: 'every file with the sha256 that manifest.json has of it, and the fingerprint that follows from them',
    got:
      changed.length === 0
        ? 'unchanged'
        : `${changed.slice(0, NAMED).map(changeText).join('; ')}${more(changed.length)}`,
  };
}

/** A file that is not as the run wrote it, with what was wanted and what came. */
export function changeText({ got, name, wanted }: FileChange): string {
  return `${visible(name, 60)}: wanted ${shortHash(wanted)}, got ${shortHash(got)}`;
}

/** Hashes that differ do so in their first digits. */
function shortHash(text: string): string {
  return /^[0-9a-f]{64}$/.test(text) ? text.slice(0, 12) : visible(text, 80);
}

function more(count: number): string {
  return count > NAMED ? `; and ${count - NAMED} more` : '';
}

function measuredCheck(run: FinishedRun): Check {
  const { experiment, subjects } = run;
  const seeds = new Set(seedsOf(run));
  const missing = experiment.seeds.filter((seed) => !seeds.has(seed));
  const queries = subjects.reduce((sum, subject) => sum + subject.queries.size, 0);
  const empty = subjects.filter((subject) => subject.queries.size === 0).map(({ retriever }) => visible(retriever, 60));
  const lacking = [
    ...(missing.length > 0 ? [`nothing for the seed ${visible(missing.join(', '), 200)}`] : []),
    ...(empty.length > 0 ? [`no query for ${empty.join(', ')}`] : []),
  ];
  return {
    name: 'something was measured',
    passed: queries > 0 && lacking.length === 0,
    wanted: 'at least one query for every retriever and seed',
    got: lacking.length > 0 ? lacking.join('; ') : counted(queries, 'row'),
  };
}

/** Every retriever that has an oracle was compared with it and never parted from it; at least one has an oracle. */
function agreementChecks({ divergences, subjects }: FinishedRun): Check[] {
  const wanted = 'at least 1 query compared with the oracle, and 0 divergent';
  const withOracle = subjects.filter((subject) => {
    const rows = divergences.some((row) => row.retriever === subject.retriever && row.seed === subject.seed);
    return rows || subject.figures.get('compared') !== undefined || subject.figures.get('divergent') !== undefined;
  });
  if (withOracle.length === 0) {
    return [{ name: 'agreement with the oracle', passed: false, wanted, got: 'no retriever of the run has an oracle' }];
  }
  return withOracle.map(({ figures, retriever, seed }) => {
    const [compared, divergent] = [figures.get('compared'), figures.get('divergent')];
    const own = divergences.filter((row) => row.retriever === retriever && row.seed === seed);
    const worst = own
      .map((row): WorstQuery & { readonly error: number } => ({
        query_id: row.query_id,
        detail: `differs at k = ${visible(row.k, 20)}, first at rank ${row.first_divergent_rank ?? 'unknown'}, scores by up to ${shortNumber(row.max_score_error)}`,
        error: row.max_score_error ?? Number.POSITIVE_INFINITY,
      }))
      .sort((a, b) => (a.error === b.error ? 0 : b.error - a.error))
      .slice(0, NAMED);
    return {
      name: `${visible(retriever, 60)} agrees with its oracle`,
      seed,
      passed: (compared ?? 0) > 0 && divergent === 0 && own.length === 0,
      wanted,
      got: `${shortNumber(compared)} compared, ${shortNumber(divergent)} divergent; ${countedQueries(own.length)} in agreement.csv ${own.length === 1 ? 'differs' : 'differ'}`,
      worst: worst.map(({ detail, query_id }) => ({ query_id, detail })),
    };
  });
}

/** Outcomes add up to the queries that have one, and the files tell the same of every query. */
function ledger(subject: RunSubject): Check {
  const { figures, queries, retriever, seed } = subject;
  const rows = [...queries.values()];
  const problems: string[] = [];
  const expect = (what: string, figure: number | undefined, counted: number) => {
    if (figure !== counted) problems.push(`${what}: ${shortNumber(figure)} in summary.csv, ${counted} in the rows`);
  };
  for (const outcome of OUTCOMES) {
    expect(outcome, figures.get(outcome), rows.filter((row) => row.outcome === outcome).length);
  }
  const total = OUTCOMES.reduce((sum, outcome) => sum + (figures.get(outcome) ?? Number.NaN), 0);
  expect('sum of outcomes', total, rows.filter((row) => row.outcome !== undefined).length);
  expect('queries', figures.get('queries'), rows.length);
  expect('judged', figures.get('judged'), subject.right.size);
  const torn = tornQueries(subject);
  if (torn.length > 0)
    problems.push(
      `${countedQueries(torn.length)} ${torn.length === 1 ? 'is' : 'are'} not the same in queries.csv and rankings.csv`,
    );
  return {
    name: `the ledger of ${visible(retriever, 60)} balances`,
    seed,
    passed: problems.length === 0,
    wanted: 'every query with one outcome, and the same in all files',
    got: problems.length === 0 ? countedQueries(rows.length) : problems.join('; '),
    worst: torn.slice(0, NAMED),
  };
}

/** Queries of which `queries.csv` and `rankings.csv` say different things. */
function tornQueries({ k, pools, queries, right }: RunSubject): WorstQuery[] {
  return [...queries].flatMap(([id, { first_relevant_rank, pool }]) => {
    const ranking = pools.get(id) ?? [];
    const relevant = right.get(id);
    const found = relevant === undefined ? 0 : ranking.findIndex((card) => relevant.has(card)) + 1;
    const told = first_relevant_rank !== undefined && first_relevant_rank <= k ? first_relevant_rank : 0;
    if (ranking.length === pool && found === told) return [];
    const rank = (value: number) => (value === 0 ? 'no right card' : `a right card at rank ${value}`);
    return [
      {
        query_id: id,
        detail: `queries.csv: ${counted(pool, 'card')} in the pool, ${rank(told)}; rankings.csv: ${ranking.length}, ${rank(found)}`,
      },
    ];
  });
}
