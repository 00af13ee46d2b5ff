/** How a file that holds records is laid out. `start` is the offset of the array's `[`, `line` the line it stands on. */
export type Layout =
  | { readonly kind: 'empty' }
  /** A JSON value on each line. */
  | { readonly kind: 'lines' }
  | { readonly kind: 'array'; readonly start: number; readonly line: number }
  /** One object that carries the records in an array under `key`, such as `{"cards": [...]}`. */
  | { readonly kind: 'list'; readonly key: string; readonly start: number; readonly line: number }
  /** One JSON value over several lines. */
  | { readonly kind: 'document' };

/**
 * Tells the layout from the first bytes of a file.
 *
 * @param prefix the file's first bytes, one a character (latin1): structure is ASCII, so nothing is lost.
 * @param options.whole whether that is the whole file.
 * @param options.jsonl whether its name says JSON Lines.
 * @param options.listKeys keys that may carry the records.
 */
export function findLayout(
  prefix: string,
  options: { readonly whole: boolean; readonly jsonl: boolean; readonly listKeys: readonly string[] },
): Layout {
  const afterMark = prefix.startsWith('\xef\xbb\xbf') ? 3 : 0;
  const start = skipSpace(prefix, afterMark);
  if (start === prefix.length) return { kind: options.whole ? 'empty' : 'lines' };
  if (prefix[start] === '[') return { kind: 'array', start, line: lineAt(prefix, start) };
  if (options.jsonl) return { kind: 'lines' };
  if (prefix[start] !== '{') return { kind: 'document' };

  const list = findList(prefix, start, options.listKeys);
  if (list !== undefined) return { kind: 'list', ...list, line: lineAt(prefix, list.start) };
  const end = prefix.indexOf('\n', start);
  // One long line without a break is JSON Lines with one line, as well as a document.
  if (end === -1 || isObject(prefix.slice(start, end))) return { kind: 'lines' };
  return { kind: 'document' };
}

/** True if a file's name promises JSON Lines, packed or not. */
export function namesJsonLines(path: string): boolean {
  return /\.(jsonl|ndjson)(\.gz)?$/i.test(path);
}

/** The first of `keys`, at the top level of the object at `start`, that carries an array of objects or an empty one. */
function findList(
  text: string,
  start: number,
  keys: readonly string[],
): { readonly key: string; readonly start: number } | undefined {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const character = text[i];
    if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') {
      if (--depth === 0) return undefined;
    } else if (character === '"') {
      const end = endOfString(text, i);
      const key = text.slice(i + 1, end);
      i = end;
      if (depth !== 1 || !keys.includes(key)) continue;
      const colon = skipSpace(text, end + 1);
      const array = skipSpace(text, colon + 1);
      const element = text[skipSpace(text, array + 1)];
      if (text[colon] === ':' && text[array] === '[' && (element === '{' || element === ']')) {
        return { key, start: array };
      }
    }
  }
  return undefined;
}

/** Index of the quote that closes the string opened at `start`, or the text's length. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '"') return i;
  }
  return text.length;
}

function skipSpace(text: string, start: number): number {
  let i = start;
  while (i < text.length && ' \t\r\n'.includes(text[i]!)) i++;
  return i;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function isObject(text: string): boolean {
  try {
    // Here only the shape matters: bytes above ASCII may be misread, they stand inside strings.
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
