import yargs, { type Argv } from 'yargs';
import { InputError } from '../datasets/input-error.ts';
import { visible } from '../datasets/visible.ts';
import { PackageError } from '../retrievers/adapters/packages.ts';
import { bench } from './commands/bench.ts';
import { buildIndex } from './commands/build-index.ts';
import { compare } from './commands/compare.ts';
import { completion } from './commands/completion.ts';
import { diagnose } from './commands/diagnose.ts';
import { explain } from './commands/explain.ts';
import { gate } from './commands/gate.ts';
import { generate } from './commands/generate.ts';
import { importCards } from './commands/import.ts';
import { RETRIEVER_NOTES } from './commands/names.ts';
import { peers } from './commands/peers.ts';
import { profile } from './commands/profile.ts';
import { replay } from './commands/replay.ts';
import { scale } from './commands/scale.ts';
import { BENCH_OPTIONS } from './config/bench.ts';
import { BUILD_INDEX_OPTIONS } from './config/build-index.ts';
import { DIAGNOSE_OPTIONS, EXPLAIN_OPTIONS } from './config/diagnosis.ts';
import { COMPARE_OPTIONS, GATE_NOTES, GATE_OPTIONS } from './config/gate.ts';
import { GENERATE_OPTIONS } from './config/generate.ts';
import { IMPORT_OPTIONS } from './config/import.ts';
import { type OptionSpec, type RawOptions, UsageError } from './config/options.ts';
import { PEERS_OPTIONS } from './config/peers.ts';
import { PROFILE_OPTIONS } from './config/profile.ts';
import { REPLAY_OPTIONS } from './config/replay.ts';
import { SCALE_OPTIONS } from './config/scale.ts';
import { RetrieverError } from './ranking-check.ts';
import { ASCII_OPTION, consoleFor } from './screen/ascii.ts';
import { type Completable, SHELLS } from './screen/completion.ts';
import type { Console } from './screen/console.ts';
import { VERSION } from './version.ts';

interface Command {
  readonly name: string;
  readonly description: string;
  /** Words without an option that the command takes: what they are called, and what may stand there. */
  readonly positional?: { readonly name: string; readonly description: string; readonly words: Completable['words'] };
  readonly options: readonly OptionSpec[];
  readonly examples: readonly (readonly [command: string, description: string])[];
  /** What else a person has to know, below the examples. */
  readonly notes?: string;
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
    notes: RETRIEVER_NOTES,
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
    name: 'index',
    description: 'build the index of a retriever once and write it into a file, for bench --index to read',
    options: BUILD_INDEX_OPTIONS,
    examples: [
      ['npm run shortlist -- index --registry my/cards.jsonl --out my.idx', 'that of ssr, over your cards'],
      ['npm run shortlist -- index --cards 100000 --retriever wss --out wss.idx', 'that of wss, over generated cards'],
      ['npm run bench -- --cards 100000 --retrievers ssr,wss --index wss.idx', 'where wss is read and ssr is built'],
      ['npm run shortlist -- index --cards 100000 --memory --out ssr.idx', 'with the bytes of each part'],
    ],
    run: buildIndex,
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
    name: 'scale',
    description: 'measure how time and memory grow with the registry, and check that it stays exact',
    options: SCALE_OPTIONS,
    examples: [
      ['npm run scale -- --sizes 1e3,1e4,1e5', 'agents, which tie often'],
      ['npm run scale -- --sizes 1e4,1e5,1e6 --shape passages', 'texts in the shape of a passage collection'],
    ],
    run: scale,
  },
  {
    name: 'replay',
    description: 'run a divergence that a bench has found again',
    options: REPLAY_OPTIONS,
    examples: [['npm run shortlist -- replay --case runs/<run>/divergence.json', 'exit 1 while it lasts']],
    run: replay,
  },
  {
    name: 'compare',
    description: 'hold finished runs against the first of them, query by query',
    positional: { name: 'runs', description: 'folders of runs, the one to compare with first', words: 'paths' },
    options: COMPARE_OPTIONS,
    examples: [
      ['npm run shortlist -- compare runs/main runs/mine', 'what was won, lost and moved'],
      ['npm run shortlist -- compare runs/a runs/b runs/c --out comparison', 'as CSV, Markdown and HTML'],
      ['npm run shortlist -- compare runs/k20 runs/k10 --allow k', 'runs that differ in what they must not, but for k'],
      ['npm run shortlist -- compare runs/bm25 runs/wss --retime', 'and their retrievers built again and timed'],
    ],
    run: compare,
  },
  {
    name: 'gate',
    description: 'judge a finished run by rules: exit 1 where one is broken',
    positional: { name: 'runs', description: 'the folder of one run', words: 'paths' },
    options: GATE_OPTIONS,
    examples: [
      [
        "npm run shortlist -- gate runs/mine --rule 'ssr.recall@20 >= bm25.recall@20 - 0.02'",
        'figures of one run beside each other',
      ],
      [
        "npm run shortlist -- gate runs/mine --baseline runs/main --rule 'ssr.candidates_mean <= baseline * 1.05'",
        'work beside that of another run: the same on every machine, as milliseconds are not',
      ],
      ['npm run shortlist -- gate runs/mine --rules gate.rules --junit gate.xml', 'rules of a file, for CI'],
    ],
    notes: GATE_NOTES,
    run: gate,
  },
  {
    name: 'peers',
    description: 'compare with search engines that somebody else wrote: indexing, memory, measures, time of a search',
    options: PEERS_OPTIONS,
    examples: [
      ['npm run peers -- --install', 'once: the packages, of exact versions, into .peers'],
      ['npm run peers -- --sizes 1e3,1e4', 'every one that is installed, beside ssr, bm25 and wss'],
      ['npm run peers -- --sizes 1e5 --retrievers ssr,sqlite-fts5 --queries 50', 'two of them'],
    ],
    notes: RETRIEVER_NOTES,
    run: peers,
  },
  {
    name: 'completion',
    description: 'print a script that defines shortlist in a shell and completes it',
    positional: { name: 'shell', description: SHELLS.join(', '), words: SHELLS },
    options: [],
    examples: [
      ['source <(npm run -s shortlist -- completion bash)', 'then: shortlist bench --<Tab>, from any folder'],
      ['npm run -s shortlist -- completion fish | source', ''],
    ],
    run: (raw, screen) => completion(raw, screen, COMMANDS.map(completable)),
  },
];

function completable({ description, name, options, positional }: Command): Completable {
  return { name, description, options: [...options, ASCII_OPTION], words: positional?.words ?? [] };
}

/**
 * Runs a command line.
 *
 * @param args the words after the program's name.
 * @returns the exit code (README). Errors are printed, not thrown.
 */
export async function main(args: readonly string[], given: Console, signal: AbortSignal): Promise<number> {
  const screen = consoleFor(args, given);
  let code = 0;
  try {
    checkCommand(args);
    const parser = COMMANDS.reduce(
      (all, command) =>
        all.command(
          command.positional === undefined ? command.name : `${command.name} [${command.positional.name}..]`,
          command.description,
          (one) => describeCommand(one, command),
          async (raw) => {
            code = await command.run(raw, screen, signal);
          },
        ),
      baseParser(args, screen),
    );
    await parser.parseAsync([...args], {}, (_error, _argv, output) => {
      if (output !== '') screen.out(`${bothDashes(output)}\n`);
    });
    return code;
  } catch (error) {
    if (error instanceof UsageError || error instanceof InputError || error instanceof PackageError) {
      screen.err(`${error.message}\n`);
      return 2;
    }
    if (error instanceof RetrieverError) {
      screen.err(`failed: ${visible(error.message, 400)}\n`);
      return 1;
    }
    // Commands that have something on disk say more.
    if (signal.aborted && error === signal.reason) {
      screen.err('interrupted\n');
      return 130;
    }
    throw error;
  }
}

/** An option of one letter may be given with two dashes too, as messages name it; yargs' help has it with one alone. */
function bothDashes(help: string): string {
  return help.replaceAll(/^ {2}-([a-z]) {6}/gm, '  -$1, --$1 ');
}

/** Before anything else: beside a command that does not exist, every option would look wrong. */
function checkCommand([name = '']: readonly string[]): void {
  if (name === '' || name.startsWith('-') || COMMANDS.some((command) => command.name === name)) return;
  const names = COMMANDS.map((command) => command.name).join(', ');
  throw new UsageError(`${visible(name, 60)}: no such command; there are ${names}`);
}

function baseParser(args: readonly string[], { columns }: Console): Argv {
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
    .wrap(Math.min(100, columns ?? 100))
    .fail((message, error) => {
      throw error ?? new UsageError(usageMessage(message, args));
    });
}

function describeCommand(parser: Argv, { examples, notes, options, positional }: Command): Argv {
  if (positional !== undefined) {
    parser.positional(positional.name, { description: positional.description, type: 'string', array: true });
  }
  for (const { description, flag, name, value } of [...options, ASCII_OPTION]) {
    parser.option(name, {
      description: value === undefined ? description : `${value}: ${description}`,
      ...(flag ? {} : { type: 'string' as const }),
    });
  }
  for (const [command, description] of examples) parser.example(command, description);
  if (notes !== undefined) parser.epilogue(notes);
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
