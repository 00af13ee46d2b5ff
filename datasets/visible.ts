import { isInvisible } from './invisible.ts';

/**
 * Text from outside, made safe to print on one line: control, bidi and invisible characters, line separators and
 * half characters become escapes (`\u{202e}`), and what is longer than `max` is cut with an ellipsis.
 *
 * @param max characters (code points) that may come out, the ellipsis included; default 120.
 */
export function visible(text: string, max = 120): string {
  const pieces: string[] = [];
  let length = 0;
  for (const character of text) {
    const piece = isPlain(character.codePointAt(0)!) ? character : escaped(character);
    const size = piece === character ? 1 : piece.length;
    pieces.push(piece);
    length += size;
    if (length > max) {
      // Room for the ellipsis is made here, so that a text of exactly `max` is not cut.
      while (length > max - 1 && pieces.length > 0) {
        const last = pieces.pop()!;
        length -= [...last].length;
      }
      pieces.push('…');
      break;
    }
  }
  return pieces.join('');
}

function isPlain(code: number): boolean {
  if (code >= 0x20 && code < 0x7f) return true;
  const separator = code === 0x2028 || code === 0x2029 || code === 0x09 || code === 0x0a || code === 0x0d;
  const half = code >= 0xd800 && code <= 0xdfff;
  return !separator && !half && !isInvisible(code);
}

function escaped(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\r') return '\\r';
  if (character === '\t') return '\\t';
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}
