/** Colours of the page and its charts by name: on white, and on dark. */
export const COLORS: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  paper: ['#ffffff', '#10151b'],
  raised: ['#f5f7f9', '#181f27'],
  ink: ['#1a1f24', '#e8edf2'],
  muted: ['#55606b', '#9fabb7'],
  line: ['#cfd6dd', '#36404b'],
  accent: ['#0a58a8', '#6cb6ff'],
  hover: ['#e3edf8', '#1d2c3c'],
  mark: ['#dff0e3', '#143222'],
  bad: ['#b42318', '#ff8b80'],
  good: ['#17692f', '#56d075'],
  'on-fill': ['#ffffff', '#10151b'],
  s0: ['#0b63c5', '#6cb6ff'],
  s1: ['#6e7781', '#a8b3bd'],
  s2: ['#c2570c', '#ffab66'],
  s3: ['#17803d', '#56d075'],
  s4: ['#7a3fd0', '#c39bff'],
  s5: ['#b0306a', '#ff8fc0'],
  s6: ['#0f766e', '#3fd6c4'],
  s7: ['#7a5c00', '#e6bd45'],
  s8: ['#8a4b2a', '#d9a07e'],
  s9: ['#4c6600', '#b5d24a'],
  selected: ['#17803d', '#56d075'],
  'wrong-selection': ['#b45309', '#ffb266'],
  'retrieval-miss': ['#b42318', '#ff8b80'],
  'empty-pool': ['#5f6975', '#a8b3bd'],
  'invalid-index': ['#7a5c00', '#e6bd45'],
  'api-failure': ['#7a3fd0', '#c39bff'],
};

const SERIES = Object.keys(COLORS).filter((name) => /^s[0-9]$/.test(name));

/** The colour of a series by its place; after ten they come again. */
export function seriesColor(place: number): string {
  return `var(--${SERIES[place % SERIES.length]})`;
}

/** The variables of one of the two palettes, as declarations of a style sheet. */
export function variables(which: 0 | 1): string {
  return Object.entries(COLORS)
    .map(([name, colors]) => `--${name}: ${colors[which]};`)
    .join(' ');
}
