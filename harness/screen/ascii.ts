import type { OptionSpec } from '../config/options.ts';
import type { Console } from './console.ts';

/** An option of every command. */
export const ASCII_OPTION: OptionSpec = {
  name: 'ascii',
  flag: true,
  description: 'print nothing but ASCII characters, and draw no progress',
};

/** Characters that reports use, and what stands for them in a place of the same width. */
const STANDS_FOR: readonly (readonly [RegExp, string])[] = [
  [/ ± /g, ' +-'],
  [/…/g, '~'],
  ...[...'▁▂▃▄▅▆▇█'].map((bar, i) => [new RegExp(bar, 'g'), '_.-=+*#@'[i] ?? ''] as const),
];

/** Text for a terminal that shows no other characters: those of reports have stand-ins, any other becomes `\u{e9}`. */
export function asciiText(text: string): string {
  const replaced = STANDS_FOR.reduce((all, [from, to]) => all.replace(from, to), text);
  return replaced.replace(/[^\0-\x7f]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** JSON that means the same. */
export function asciiJson(json: string): string {
  return json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * A console that prints ASCII alone where `--ascii` is among the words of the command line.
 *
 * @param args the words; with `--json`, what goes to `out` is JSON.
 */
export function consoleFor(args: readonly string[], screen: Console): Console {
  if (!args.includes(`--${ASCII_OPTION.name}`)) return screen;
  const results = args.includes('--json') ? asciiJson : asciiText;
  return {
    ...screen,
    out: (text) => screen.out(results(text)),
    err: (text) => screen.err(asciiText(text)),
    progress: false,
  };
}
