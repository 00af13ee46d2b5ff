/**
 * A command as its words: white space parts them, single and double quotes hold one together. No shell is asked, so `$`,
 * `*`, `|` and `\` are text.
 *
 * @returns undefined where a quote is left open or there is no word.
 */
export function commandWords(text: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (const character of text) {
    if (quote !== '') {
      if (character === quote) quote = '';
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + character;
    }
  }
  if (quote !== '') return undefined;
  if (word !== undefined) words.push(word);
  return words.length > 0 && words[0] !== '' ? words : undefined;
}
