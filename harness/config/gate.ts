import { visible } from '../../datasets/visible.ts';
import { COMPARABLE, type Comparable } from '../finished-runs/differences.ts';
import { parseRule, QUOTED_KINDS, RULE_FORM, RuleError } from '../rules/parse.ts';
import { COMPARATORS, type Rule, referencesOf } from '../rules/rule.ts';
import { BENCH_OPTIONS } from './bench.ts';
import { type OptionSpec, Options, type RawOptions, UsageError } from './options.ts';
import { readSource, type Source } from './source.ts';

/** May be given several times, which no other option may. */
const RULE: OptionSpec = {
  name: 'rule',
  value: 'RULE',
  description: `a condition, such as ${RULE_FORM}; may be given several times (README, "Compare runs, and gate your CI")`,
};
const ALLOW: OptionSpec = {
  name: 'allow',
  value: 'A,B',
  description: `what may differ between the runs: ${COMPARABLE.join(', ')}`,
};
const JSON_OPTION: OptionSpec = { name: 'json', flag: true, description: 'print one JSON document on stdout' };

const GATE_SINGLE: readonly OptionSpec[] = [
  { name: 'baseline', value: 'RUN', description: 'the folder of a run to hold it against' },
  { name: 'rules', value: 'FILE', description: 'a file of rules, one a line; # begins a comment line' },
  ALLOW,
  { name: 'junit', value: 'FILE', description: 'write the conditions as JUnit XML' },
  { name: 'markdown', value: 'FILE', description: 'write a summary in Markdown' },
  { name: 'quiet', flag: true, description: 'print nothing but errors' },
  JSON_OPTION,
];
export const GATE_OPTIONS: readonly OptionSpec[] = [RULE, ...GATE_SINGLE];

/** Where the runs' cards and queries are to be had again, as in `bench`. */
const RETIME_DATA = [
  'registry',
  'query-set',
  'qrels',
  'format',
  'granularity',
  'strict',
  'strip-invisible',
  'stopwords',
];

export const COMPARE_OPTIONS: readonly OptionSpec[] = [
  ALLOW,
  {
    name: 'retime',
    flag: true,
    description: 'build the retrievers of both runs again and time them side by side, here and now',
  },
  ...BENCH_OPTIONS.filter(({ name }) => RETIME_DATA.includes(name)).map((option) =>
    option.name === 'registry'
      ? { ...option, description: 'with --retime: the cards of the runs, where they were not generated' }
      : option,
  ),
  { name: 'out', value: 'DIR', description: 'write compare.csv, compare.md, compare.html there; absent or empty' },
  JSON_OPTION,
];

/** What the help says of rules. */
export const GATE_NOTES = `A rule compares two sides by ${COMPARATORS.join(' ')}. A side adds, subtracts, multiplies and divides numbers and figures: RETRIEVER.COLUMN of summary.csv or latency.csv, RETRIEVER[KIND].COLUMN of slices.csv for the queries of one kind (${QUOTED_KINDS}), or a measure by name such as ssr.recall@20; beyond the pools, recall and complete at the sizes of curve.csv. baseline.RETRIEVER.COLUMN is a figure of the baseline run; baseline alone is its value of the one figure that the rule names. A minus needs a space before it. A rule has to hold on every seed; what is absent, or no number, breaks it.

Always in force: the verdict of the run, no divergence, outcomes that add up, files as the run wrote them; with a baseline, the same questions, and none of its retrievers and queries missing.

Gate on counters of work (candidates, bytes), not on milliseconds: counters are the same on every machine, while the time of a CI machine is up to its neighbours.`;

/** The options of `gate`, checked; the rules of `--rule` are read, those of a file are not. */
export interface GateConfig {
  readonly run: string;
  readonly baseline: string | undefined;
  readonly rules: readonly Rule[];
  readonly rulesFile: string | undefined;
  readonly allowed: ReadonlySet<Comparable>;
  readonly junit: string | undefined;
  readonly markdown: string | undefined;
  readonly quiet: boolean;
  readonly json: boolean;
}

/** The options of `compare`, checked. */
export interface CompareConfig {
  /** Two or more. */
  readonly runs: readonly string[];
  /** Undefined: nothing is timed. */
  readonly retime: RetimeConfig | undefined;
  readonly allowed: ReadonlySet<Comparable>;
  readonly out: string | undefined;
  readonly json: boolean;
}

/** What `--retime` needs besides the runs. */
export interface RetimeConfig {
  /** Undefined where none was named: the cards were generated. */
  readonly source: Source | undefined;
  readonly stopwords: string | undefined;
}

/** @throws UsageError for the first mistake found; nothing has been read by then. */
export function readGateConfig(raw: RawOptions): GateConfig {
  const options = new Options(raw, GATE_SINGLE);
  const [run, ...more] = folders(raw);
  if (run === undefined) throw new UsageError('gate: expected the folder of a run; --help has examples');
  if (more.length > 0) {
    throw new UsageError(
      `${visible(more[0] ?? '', 200)}: gate takes one run; --baseline RUN names another to compare with`,
    );
  }
  if (options.flag('quiet') && options.flag('json')) throw new UsageError('--quiet and --json: give one of them');
  const baseline = options.text('baseline');
  const rules = ruleTexts(raw).map((text) => readRule(text));
  for (const rule of rules) checkBaseline(rule, baseline, `--rule ${quoted(rule.text)}`);
  return Object.freeze({
    run,
    baseline,
    rules,
    rulesFile: options.text('rules'),
    allowed: readAllowed(options),
    junit: options.text('junit'),
    markdown: options.text('markdown'),
    quiet: options.flag('quiet'),
    json: options.flag('json'),
  });
}

/** @throws UsageError for the first mistake found; nothing has been read by then. */
export function readCompareConfig(raw: RawOptions): CompareConfig {
  const options = new Options(raw, COMPARE_OPTIONS);
  const runs = folders(raw);
  if (runs.length < 2) {
    throw new UsageError(
      `compare: expected the folders of two or more runs, received ${runs.length}; --help has examples`,
    );
  }
  if (runs.length > LABELS.length)
    throw new UsageError(`compare: expected at most ${LABELS.length} runs, received ${runs.length}`);
  return Object.freeze({
    runs,
    retime: readRetime(options),
    allowed: readAllowed(options),
    out: options.text('out'),
    json: options.flag('json'),
  });
}

function readRetime(options: Options): RetimeConfig | undefined {
  if (!options.flag('retime')) {
    const given = RETIME_DATA.find((name) => options.given(name));
    if (given !== undefined) throw new UsageError(`--${given} needs --retime`);
    return undefined;
  }
  const { source } = readSource(options);
  return { source: source.kind === 'files' ? source : undefined, stopwords: options.text('stopwords') };
}

/** What runs are called in a comparison. */
export const LABELS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** @throws UsageError where a rule speaks of a baseline that nobody gave. */
export function checkBaseline(rule: Rule, baseline: string | undefined, where: string): void {
  if (baseline !== undefined) return;
  if (referencesOf(rule.left, rule.right).some((reference) => reference.baseline)) {
    throw new UsageError(`${where}: speaks of the baseline; it needs --baseline RUN`);
  }
}

function folders(raw: RawOptions): readonly string[] {
  const given = Array.isArray(raw.runs) ? raw.runs : [];
  return given.map((path) => {
    if (typeof path !== 'string' || path === '') throw new UsageError('"": expected the folder of a run');
    return path;
  });
}

function ruleTexts({ rule }: RawOptions): readonly string[] {
  if (rule === undefined) return [];
  return (Array.isArray(rule) ? rule : [rule]).map((text) => {
    if (typeof text !== 'string' || text.trim() === '') throw new UsageError('--rule needs a value');
    return text;
  });
}

function readRule(text: string): Rule {
  try {
    return parseRule(text);
  } catch (error) {
    if (error instanceof RuleError) throw new UsageError(`--rule ${quoted(text)}: ${error.message}`);
    throw error;
  }
}

function readAllowed(options: Options): ReadonlySet<Comparable> {
  const names = options.list('allow') ?? [];
  const known = names.map((name) => {
    const found = COMPARABLE.find((each) => each === name);
    if (found === undefined) {
      throw new UsageError(`--allow ${visible(name)}: unknown; known are ${COMPARABLE.join(', ')}`);
    }
    return found;
  });
  return new Set(known);
}

function quoted(text: string): string {
  return `"${visible(text, 200)}"`;
}
