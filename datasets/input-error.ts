/**
 * Data or a path from outside that cannot be used.
 * The message is one line, safe for a terminal, and names the place; the command line prints it and exits 2.
 */
export class InputError extends Error {
  override readonly name = 'InputError';
  /** Every problem found before reading stopped, one line each, in order. The message is about the first. */
  readonly problems: readonly string[];

  constructor(message: string, problems: readonly string[] = [message]) {
    super(message);
    this.problems = problems;
  }
}
