import ora, { type Ora } from 'ora';

/** A stage that takes less than this is not worth a line. */
const QUIET_MS = 1000;

/**
 * Says on stderr what takes its time: one line, rewritten in place, for a stage that has run for over a second. Silent
 * where stderr is no terminal.
 */
export class Progress {
  readonly #spinner: Ora | undefined;
  readonly #now: () => number;
  #stage = '';
  #since = 0;

  /** @param now milliseconds, from any start. */
  constructor(enabled: boolean, now: () => number, stream: NodeJS.WriteStream = process.stderr) {
    this.#now = now;
    // A terminal that says it has no columns (some pseudo-terminals do) would have the library clear lines without end.
    const drawable = enabled && stream.isTTY && stream.columns > 0;
    // stdin is left alone: a discarded stdin would swallow the interrupt key of some terminals.
    this.#spinner = drawable ? ora({ stream, discardStdin: false }) : undefined;
  }

  /** Tells where a stage stands; a new name begins a new stage. */
  readonly report = (stage: string, done: number, total: number): void => {
    if (this.#spinner === undefined) return;
    if (stage !== this.#stage) {
      this.#stage = stage;
      this.#since = this.#now();
      this.#spinner.stop();
    }
    if (this.#now() - this.#since < QUIET_MS) return;
    const standing = total > 0 ? `: ${done} of ${total}` : done > 0 ? `: ${done}` : '';
    this.#spinner.text = `${stage}${standing}`;
    if (!this.#spinner.isSpinning) this.#spinner.start();
  };

  /** Takes the line away. */
  stop(): void {
    this.#spinner?.stop();
  }
}
