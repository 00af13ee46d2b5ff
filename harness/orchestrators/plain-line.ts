import { withoutInvisible } from '../../datasets/invisible.ts';

/** White space and line breaks of every kind; `\s` lacks the next line of EBCDIC. */
const BREAKS = /[\s\u0085]+/g;

const HALF_CHARACTER = /\p{Surrogate}/gu;

/** Marks that models are trained to obey: `<|im_end|>`, `</s>`, `<start_of_turn>`, `<｜User｜>`. A space breaks them. */
const ANGLE_MARK = /<(?=[^\s<=])/g;
const BAR_MARK = /([|｜])(?=>)/g;
/** `[INST]`, `[/INST]`, `[TOOL_CALLS]`. */
const BRACKET_MARK = /\[(?=\/?[A-Z_]+\])/g;
const FENCE = /`{3,}|~{3,}/g;

/**
 * Text from outside as it goes into a prompt: one line without invisible or half characters, without code fences and the
 * marks that end a turn, and cut on a code point. Within a JSON string it can neither end its line nor begin another.
 *
 * @param max code points that may come out, the ellipsis of a cut included.
 */
export function plainLine(text: string, max: number): string {
  const spaced = text.replace(BREAKS, ' ').replace(HALF_CHARACTER, '\u{fffd}');
  const line = withoutInvisible(spaced)
    .replace(FENCE, (fence) => fence[0] as string)
    .replace(ANGLE_MARK, '< ')
    .replace(BAR_MARK, '$1 ')
    .replace(BRACKET_MARK, '[ ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return cut(line, max);
}

function cut(text: string, max: number): string {
  // As many code units are at most as many code points.
  if (text.length <= max) return text;
  let end = 0;
  let points = 0;
  let before = 0;
  for (const character of text) {
    if (points === max - 1) before = end;
    if (points === max) return `${text.slice(0, before)}…`;
    end += character.length;
    points++;
  }
  return text;
}
