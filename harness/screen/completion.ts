import type { OptionSpec } from '../config/options.ts';

/** Shells that a script can be written for. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** What can be completed of a command. */
export interface Completable {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionSpec[];
  /** Words that may stand after the command without an option; paths where it says so. */
  readonly words: readonly string[] | 'paths';
}

/** How the program is started from any folder. */
export interface Start {
  /** Address of the module that lets Node run TypeScript. */
  readonly loader: string;
  /** Path of the program. */
  readonly program: string;
}

/** The values of an option that are known by name; undefined for any other option. */
export type Values = (option: OptionSpec) => readonly string[] | undefined;

/**
 * A script that defines `shortlist` in a shell and completes its commands, options and values. Everything that it
 * completes stands in it: no process is started at a key press.
 */
export function completionScript(shell: Shell, commands: readonly Completable[], start: Start, values: Values): string {
  const write = { bash, zsh, fish }[shell];
  return write(commands, `node --import ${quoted(start.loader, shell)} ${quoted(start.program, shell)}`, values);
}

/** Whether an option takes a path: shells complete those by themselves. */
function takesPath({ value }: OptionSpec): boolean {
  return value !== undefined && ['PATH', 'FILE', 'DIR', 'RUN'].includes(value);
}

function flagOf({ name }: OptionSpec): string {
  return name.length === 1 ? `-${name}` : `--${name}`;
}

function bash(commands: readonly Completable[], start: string, values: Values): string {
  const lines = commands.flatMap(({ name, options, words }) => [
    ...options.flatMap((option) => {
      if (option.flag || takesPath(option)) return option.flag ? [] : [`    '${name} ${flagOf(option)}') return ;;`];
      return [`    '${name} ${flagOf(option)}') words='${(values(option) ?? []).join(' ')}' ;;`];
    }),
    `    '${name} '*)`,
    `      case "$word" in`,
    `        -*) words='${options.map(flagOf).join(' ')} --help' ;;`,
    words === 'paths' ? '        *) return ;;' : `        *) words='${words.join(' ')}' ;;`,
    '      esac ;;',
  ]);
  return `shortlist() { ${start} "$@"; }
_shortlist() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=( $(compgen -W '${commands.map(({ name }) => name).join(' ')} --help --version' -- "$word") )
    return
  fi
  case "\${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD-1]}" in
${lines.join('\n')}
  esac
  COMPREPLY=( $(compgen -W "$words" -- "$word") )
  compopt +o default 2>/dev/null
}
complete -o default -F _shortlist shortlist
`;
}

function zsh(commands: readonly Completable[], start: string, values: Values): string {
  const described = (name: string, description: string) =>
    quoted(`${name.replaceAll(':', '\\:')}:${description}`, 'zsh');
  const ofValues = commands.flatMap(({ name, options }) =>
    options
      .filter(({ flag }) => !flag)
      .map((option) => {
        const known = (values(option) ?? []).map((value) => quoted(value, 'zsh')).join(' ');
        const action = takesPath(option) ? '_files' : known === '' ? ':' : `compadd -- ${known}`;
        return `    '${name} ${flagOf(option)}') ${action}; return ;;`;
      }),
  );
  const ofCommands = commands.map(({ name, options, words }) => {
    const all = options.map((option) => described(flagOf(option), option.description));
    const others = words === 'paths' ? '_files' : words.length > 0 ? `compadd -- ${words.join(' ')}` : ':';
    return `    ${name}) if [[ "$PREFIX" == -* ]]; then local -a options=(${all.join(' ')}); _describe -o option options; else ${others}; fi ;;`;
  });
  return `shortlist() { ${start} "$@"; }
_shortlist() {
  if (( CURRENT == 2 )); then
    local -a commands=(${commands.map(({ description, name }) => described(name, description)).join(' ')})
    _describe command commands
    return
  fi
  case "\${words[2]} \${words[CURRENT-1]}" in
${ofValues.join('\n')}
  esac
  case "\${words[2]}" in
${ofCommands.join('\n')}
  esac
}
(( \${+functions[compdef]} )) || { autoload -Uz compinit && compinit; }
compdef _shortlist shortlist
`;
}

function fish(commands: readonly Completable[], start: string, values: Values): string {
  const text = (words: string) => quoted(words, 'fish');
  const names = commands.map(({ name }) => name).join(' ');
  const lines = commands.flatMap(({ description, name, options, words }) => {
    const within = `complete -c shortlist -n ${text(`__fish_seen_subcommand_from ${name}`)}`;
    return [
      `complete -c shortlist -n ${text(`not __fish_seen_subcommand_from ${names}`)} -a ${name} -d ${text(description)}`,
      ...(words === 'paths' ? [`${within} -F`] : words.length > 0 ? [`${within} -a ${text(words.join(' '))}`] : []),
      ...options.map((option) => {
        const flag = option.name.length === 1 ? `-s ${option.name}` : `-l ${option.name}`;
        const known = values(option);
        const takes = option.flag
          ? ''
          : takesPath(option)
            ? ' -r -F'
            : known
              ? ` -x -a ${text(known.join(' '))}`
              : ' -x';
        return `${within} ${flag}${takes} -d ${text(option.description)}`;
      }),
    ];
  });
  return `function shortlist; ${start} $argv; end
complete -c shortlist -f
${lines.join('\n')}
`;
}

/** A text as one word of a shell. */
function quoted(text: string, shell: Shell): string {
  if (shell === 'fish') return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  return `'${text.replaceAll("'", "'\\''")}'`;
}
