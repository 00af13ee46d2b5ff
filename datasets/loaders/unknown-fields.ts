import { edits } from '../edits.ts';
import { visible } from '../visible.ts';
import { shownPath } from './bytes.ts';
import { plural } from './problems.ts';

/** Names that are counted: a file may have as many as it likes. */
const COUNTED = 1000;
/** Names that are told. */
const TOLD = 5;

/** Counts the fields of a file's records that have no meaning here: most are somebody's own, some are misspelt. */
export class UnknownFields {
  readonly #noun: string;
  readonly #known: readonly string[];
  readonly #found = new Map<string, { records: number; readonly line: number }>();

  /**
   * @param noun what a record is.
   * @param known names of the fields that have a meaning.
   */
  constructor(noun: string, known: readonly string[]) {
    this.#noun = noun;
    this.#known = known;
  }

  /** Looks at a record. @param line the line it starts on. */
  add(record: unknown, line: number): void {
    if (typeof record !== 'object' || record === null) return;
    for (const name of Object.keys(record)) {
      if (this.#known.includes(name)) continue;
      const found = this.#found.get(name);
      if (found !== undefined) found.records++;
      else if (this.#found.size < COUNTED) this.#found.set(name, { records: 1, line });
    }
  }

  /** What was found, in one line; undefined where every field is known. Those that look misspelt come first. */
  notice(path: string): string | undefined {
    if (this.#found.size === 0) return undefined;
    const told = [...this.#found].map(([name, { line, records }]) => {
      const meant = this.#meant(name);
      const hint = meant === undefined ? '' : `; did you mean "${meant}"?`;
      const where = `"${visible(name, 40)}" in ${plural(records, this.#noun)} (first on line ${line}${hint})`;
      return { where, meant };
    });
    const misspelt = told.filter(({ meant }) => meant !== undefined);
    const others = told.filter(({ meant }) => meant === undefined);
    const list = [...misspelt, ...others].slice(0, TOLD).map(({ where }) => where);
    const more =
      told.length > TOLD ? `, and ${this.#found.size < COUNTED ? '' : 'at least '}${told.length - TOLD} more` : '';
    return `${shownPath(path)}: unknown fields are passed over: ${list.join(', ')}${more}`;
  }

  /** The known field that a name is a misspelling or the beginning of. */
  #meant(name: string): string | undefined {
    const lower = name.toLowerCase();
    if (lower.length < 3 || lower.length > 20) return undefined;
    return this.#known.find((known) => known.startsWith(lower) || edits(lower, known) <= known.length / 4);
  }
}
