/**
 * A report as sections, to be written as plain text, Markdown or HTML. Titles and lines may hold text from outside, made
 * safe for one line (`visible`); what the form itself takes for markup is the writer's business.
 */
export interface Document {
  readonly title: string;
  readonly sections: readonly Section[];
}

export interface Section {
  /** Undefined: the lines go on from the section before. */
  readonly title: string | undefined;
  readonly lines: readonly string[];
  /** Rows of text, the first of them the head. */
  readonly table: readonly (readonly string[])[] | undefined;
}

/** A section; what is not given is left out. */
export function section(title: string | undefined, rest: Partial<Pick<Section, 'lines' | 'table'>>): Section {
  return { title, lines: rest.lines ?? [], table: rest.table };
}
