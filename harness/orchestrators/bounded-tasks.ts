/** Runs tasks side by side, so many at a time. Results are the tasks' own affair. */
export class BoundedTasks {
  readonly #limit: number;
  readonly #running = new Set<Promise<void>>();
  #failed: { readonly error: unknown } | undefined;

  /** @param limit how many may run at the same time, at least 1. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Starts a task, once there is room for it.
   *
   * @returns when it has been started; with a limit of 1, when it has ended.
   * @throws what an earlier task threw first; the task is then not started, and none is running any more.
   */
  async start(task: () => Promise<void>): Promise<void> {
    while (this.#running.size >= this.#limit && this.#failed === undefined) await Promise.race(this.#running);
    if (this.#failed !== undefined) await this.finished();
    const running = task()
      .catch((error: unknown) => {
        this.#failed ??= { error };
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
    if (this.#limit === 1) await this.finished();
  }

  /** Waits for the end of all tasks. @throws what the first that failed threw. */
  async finished(): Promise<void> {
    await this.settled();
    if (this.#failed !== undefined) throw this.#failed.error;
  }

  /** Waits for the end of all tasks, however they end. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }
}
