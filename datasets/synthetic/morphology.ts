/** `create` -> `creating`, `plan` -> `planning`. */
export function gerund(verb: string): string {
  if (/[^e]e$/.test(verb)) return `${verb.slice(0, -1)}ing`;
  if (/^[^aeiou]*[aeiou][^aeiouwxy]$/.test(verb)) return `${verb}${verb.at(-1)}ing`;
  return `${verb}ing`;
}

const PARTICIPLES: Readonly<Record<string, string>> = { find: 'found', get: 'fetched', send: 'sent', split: 'split' };

/** `create` -> `created`, `plan` -> `planned`, `find` -> `found`. */
export function participle(verb: string): string {
  const irregular = PARTICIPLES[verb];
  if (irregular !== undefined) return irregular;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`;
  return `${gerund(verb).slice(0, -3)}ed`;
}

/** `create` -> `creation`, `notify` -> `notification`; the gerund where English has no regular noun. */
export function nominal(verb: string): string {
  if (verb === 'update') return 'updating';
  if (verb.endsWith('ate')) return `${verb.slice(0, -1)}ion`;
  if (verb.endsWith('ize')) return `${verb.slice(0, -1)}ation`;
  if (verb.endsWith('ify')) return `${verb.slice(0, -1)}ication`;
  return gerund(verb);
}

/** `create` -> `creates`, `notify` -> `notifies`. */
export function thirdPerson(verb: string): string {
  return plural(verb);
}

/** `invoice` -> `invoices`, `power of attorney` -> `powers of attorney`. */
export function plural(noun: string): string {
  const of = noun.indexOf(' of ');
  if (of > 0) return plural(noun.slice(0, of)) + noun.slice(of);
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  if (/(s|x|z|ch|sh)$/.test(noun)) return /(species|series)$/.test(noun) ? noun : `${noun}es`;
  return `${noun}s`;
}

/** First letter in upper case. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `create overdue invoice` -> `create_overdue_invoice`. */
export function snake(words: string): string {
  return words.replaceAll(/[ -]/g, '_');
}

/** `create overdue invoice` -> `create-overdue-invoice`. */
export function kebab(words: string): string {
  return words.replaceAll(' ', '-');
}

/** `create overdue invoice` -> `createOverdueInvoice`. */
export function camel(words: string): string {
  return words.replaceAll(/[ -](.)/g, (_, letter: string) => letter.toUpperCase());
}
