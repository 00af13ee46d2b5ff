/** Where a command prints. Passed in, so that a test can read it. */
export interface Console {
  /** Results. May be a pipe that is closed early; that is no error. */
  readonly out: (text: string) => void;
  /** Progress, notices and errors. */
  readonly err: (text: string) => void;
  /** Whether results go to a terminal that shows colour. */
  readonly colour: boolean;
  /** Whether progress may be drawn. */
  readonly progress: boolean;
  /** How wide the terminal is that results go to; undefined where they go elsewhere, and may be as wide as they are. */
  readonly columns?: number | undefined;
}
