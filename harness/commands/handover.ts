/**
 * Text that one loop produces for another: a piece at a time, so that a producer of two files never runs ahead of the
 * slower one.
 */
export class Handover {
  #piece: string | undefined;
  #over: { readonly error: unknown } | undefined;
  #onPut = () => {};
  #onTaken = () => {};

  /** Hands a piece over. Returns when it was taken. */
  async put(piece: string): Promise<void> {
    const taken = new Promise<void>((resolve) => {
      this.#onTaken = resolve;
    });
    this.#piece = piece;
    this.#onPut();
    await taken;
  }

  /** Says that there is no more, or with an error, that the whole thing failed: `pieces` then throws it. */
  end(error?: unknown): void {
    this.#over ??= { error };
    this.#onPut();
  }

  /** The pieces as they come. To be read once. */
  async *pieces(): AsyncGenerator<string> {
    for (;;) {
      while (this.#piece === undefined && this.#over === undefined) {
        await new Promise<void>((resolve) => {
          this.#onPut = resolve;
        });
      }
      if (this.#over?.error !== undefined) throw this.#over.error;
      if (this.#piece === undefined) return;
      const piece = this.#piece;
      this.#piece = undefined;
      this.#onTaken();
      yield piece;
    }
  }
}
