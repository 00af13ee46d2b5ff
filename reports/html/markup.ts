import { visible } from '../../datasets/visible.ts';

/** Text that is HTML already, made by `html` alone. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Piece = Markup | string | number | undefined | false | readonly Piece[];

/** Characters of one text on the page. */
const LONGEST = 600;

/**
 * A template whose values are inert: text comes out as text, whatever it holds, with invisible characters made visible.
 * Markup goes in as it is, lists piece by piece, and undefined and false as nothing.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Piece[]): Markup {
  return new Markup(strings.map((string, i) => (i === 0 ? string : pieceText(values[i - 1]) + string)).join(''));
}

function pieceText(piece: Piece): string {
  if (piece === undefined || piece === false) return '';
  if (piece instanceof Markup) return piece.text;
  if (typeof piece === 'object') return piece.map(pieceText).join('');
  return escaped(visible(String(piece), LONGEST));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}

/**
 * A value as JSON that may stand in a script element: no `<` that could end it, no line separator that an old reader
 * takes for a line's end.
 */
export function scriptJson(value: unknown): Markup {
  const json = JSON.stringify(value);
  return new Markup(
    json.replace(/[<\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}
