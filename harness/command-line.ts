import yargs, { type Argv } from 'yargs';
import { InputError } from '../datasets/input-error.ts';
import { visible } from '../datasets/visible.ts';
import { bench } from './commands/bench.ts';
import { diagnose } from './commands/diagnose.ts';
import { explain } from './commands/explain.ts';
import { generate } from './commands/generate.ts';
import { importCards } from './commands/import.ts';
import { profile } from './commands/profile.ts';
import { replay } from './commands/replay.ts';
import { BENCH_OPTIONS, GENERATE_OPTIONS, PROFILE_OPTIONS, REPLAY_OPTIONS } from './config.ts';
import type { Console } from './console.ts';
import { DIAGNOSE_OPTIONS, EXPLAIN_OPTIONS } from './diagnosis/config.ts';
import { IMPORT_OPTIONS } from './import-config.ts';
import { type OptionSpec, type RawOptions, UsageError } from './options.ts';
import { RetrieverError } from './ranking-check.ts';
import { VERSION } from './version.ts';

interface Command {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionSpec[];
  readonly examples: readonly (readonly [command: string, description: string])[];
  readonly run: (raw: RawOptions, screen: Console, signal: AbortSignal) => Promise<number>;
}

const COMMANDS: readonly Command[] = [
  {
    name: 'bench',
    description: 'compare retrievers on a registry and prove that they agree with their oracles',
    options: BENCH_OPTIONS,
    examples: [
      ['npm run bench -- --cards 1000 --queries 250', 'a generated registry'],
      ['npm run bench -- --seeds 42,43,44 --cards 64 --queries 12', 'three seeds, with mean and deviation'],
      ['npm run bench -- --registry datasets/samples/cards --query-set datasets/samples/queries.jsonl', 'real cards'],
      ['npm run -s bench -- --json | jq .verdict', 'for a program to read'],
    ],
    run: bench,
  },
  {
    name: 'generate',
    description: 'write a synthetic registry and its queries as canonical JSONL',
    options: GENERATE_OPTIONS,
    examples: [
      ['npm run shortlist -- generate --cards 100000 --queries 1000 --out runs/big', 'cards.jsonl and queries.jsonl'],
    ],
    run: generate,
  },
  {
    name: 'explain',
    description: 'show which signals make the pool of one query, and why a card is not in it',
    options: EXPLAIN_OPTIONS,
    examples: [
      ['npm run shortlist -- explain --registry datasets/samples/cards --query "book a flight"', 'the pool'],
      [
        'npm run shortlist -- explain --registry my/cards.jsonl --query "book a flight" --card my-agent',
        'and why my-agent is in it, or is not',
      ],
    ],
    run: explain,
  },
  {
    name: 'diagnose',
    description: 'say of every card how often it was missed and why, and which no query can reach',
    options: DIAGNOSE_OPTIONS,
    examples: [
      [
        'npm run shortlist -- diagnose --registry datasets/samples/cards --query-set datasets/samples/queries.jsonl -k 3',
        'the worst cards; with --out DIR, cards.csv and misses.csv',
      ],
    ],
    run: diagnose,
  },
  {
    name: 'import',
    description: 'write the cards of files, MCP servers and A2A agents as canonical JSONL',
    options: IMPORT_OPTIONS,
    examples: [
      ['npm run shortlist -- import --mcp-config .mcp.json --out registry', 'every tool of every server in it'],
      ['npm run shortlist -- import --mcp-command "node server.js" --out registry', 'one server that is a program'],
      ['npm run shortlist -- import --a2a-url https://a.example,https://b.example --out registry', 'two agents'],
      ['npm run shortlist -- import --from collection.tsv.gz --out registry', 'a collection, a passage at a time'],
    ],
    run: importCards,
  },
  {
    name: 'profile',
    description: 'describe a registry in figures, a generated one beside a real one',
    options: PROFILE_OPTIONS,
    examples: [
      ['npm run shortlist -- profile', 'the registry that bench generates'],
      ['npm run shortlist -- profile --registry my/cards.jsonl --query-set my/queries.jsonl', 'and yours beside it'],
    ],
    run: profile,
  },
  {
    name: 'replay',
    description: 'run a divergence that a bench has found again',
    options: REPLAY_OPTIONS,
    examples: [['npm run shortlist -- replay --case runs/<run>/divergence.json', 'exit 1 while it lasts']],
    run: replay,
  },
];

/**
 * Runs a command line.
 *
 * @param args the words after the program's name.
 * @returns the exit code (README, "Exit codes"). Errors are printed, not thrown.
 */
export async function main(args: readonly string[], screen: Console, signal: AbortSignal): Promise<number> {
  let code = 0;
  try {
    const parser = COMMANDS.reduce(
      (all, command) =>
        all.command(
          command.name,
          command.description,
          (one) => describeCommand(one, command),
          async (raw) => {
            code = await command.run(raw, screen, signal);
          },
        ),
      baseParser(args),
    );
    await parser.parseAsync([...args], {}, (_error, _argv, output) => {
      if (output !== '') screen.out(`${output}\n`);
    });
    return code;
  } catch (error) {
    if (error instanceof UsageError || error instanceof InputError) {
      screen.err(`${error.message}\n`);
      return 2;
    }
    if (error instanceof RetrieverError) {
      screen.err(`failed: ${visible(error.message, 400)}\n`);
      return 1;
    }
    throw error;
  }
}

function baseParser(args: readonly string[]): Argv {
  return yargs()
    .scriptName('shortlist')
    .locale('en')
    .parserConfiguration({
      // Every value stays the text that was given: numbers are read by us, seeds are never numbers.
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'boolean-negation': false,
    })
    .exitProcess(false)
    .showHelpOnFail(false)
    .strict()
    .demandCommand(1, `give a command: ${COMMANDS.map((command) => command.name).join(', ')}`)
    .version(VERSION)
    .help()
    .wrap(100)
    .fail((message, error) => {
      throw error ?? new UsageError(usageMessage(message, args));
    });
}

function describeCommand(parser: Argv, { examples, options }: Command): Argv {
  for (const { description, flag, name, value } of options) {
    parser.option(name, {
      description: value === undefined ? description : `${value}: ${description}`,
      ...(flag ? {} : { type: 'string' as const }),
    });
  }
  for (const [command, description] of examples) parser.example(command, description);
  return parser;
}

/** yargs names unknown options and stray words alike, without their dashes; people know them as they typed them. */
function usageMessage(message: string, args: readonly string[]): string {
  const unknown = /^Unknown (?:argument|command)s?: (.*)$/s.exec(message)?.[1];
  if (unknown === undefined) return visible(message, 300);
  const [name = ''] = unknown.split(', ');
  const bare = (word: string) => word.replace(/=.*$/s, '').replace(/^[-_]+|[-_]+$/g, '');
  const typed = args.find((arg) => arg === name) ?? args.find((arg) => bare(arg) === bare(name)) ?? name;
  const what = typed.startsWith('-') ? 'unknown option' : 'unexpected word';
  // The value is left out: it may be a key, given to an option that does not exist.
  const shown = typed.startsWith('-') ? typed.replace(/=.*$/s, '') : typed;
  return `${visible(shown, 200)}: ${what}; --help lists what there is`;
}
