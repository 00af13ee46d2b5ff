/** Pixels of a drawing. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** What the script of the page knows of a chart: what to say where the pointer or the keyboard is. Places are pixels. */
export interface Live {
  readonly frame: Box;
  /** Whether the key hides and shows what it names. */
  readonly hides: boolean;
  /** Where there is a value to read, in the order in which the arrow keys go. */
  readonly stops: readonly Stop[];
  /** Marks of the axis, finer than drawn, where it can be narrowed; else empty. */
  readonly x: readonly Tick[];
  /** The same of the axis that fits itself to what is shown; else empty. */
  readonly y: readonly Tick[];
}

/** A place where values can be read. Without `x` or without `y` it is as wide or as high as the chart. */
export interface Stop {
  readonly x?: number;
  readonly y?: number;
  readonly title: string;
  readonly said: readonly Said[];
}

/** One value. */
export interface Said {
  /** Place of its entry in the key. */
  readonly series: number;
  readonly text: string;
  /** Where its mark stands, if it is one of a line. */
  readonly y?: number;
}

/** A mark of an axis. Level 0 is the coarsest; a finer level is read with all that are coarser. */
export interface Tick {
  readonly at: number;
  readonly label: string;
  readonly level: number;
}
