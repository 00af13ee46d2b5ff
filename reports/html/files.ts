import { COLORS } from './colors.ts';
import { html } from './markup.ts';
import type { Chart } from './plot.ts';

/** As a part of the height of a line; the key stands below the chart. */
const LINE = 18;
const CHARACTER = 6.6;
const SWATCH = 16;

/**
 * A chart as a file of its own, for a paper or a slide: colours written out, on white, with its title for whoever does not
 * see it, and its key below.
 */
export function chartFile(chart: Chart): string {
  const [, width = '0', height = '0'] = /viewBox="0 0 (\d+(?:\.\d+)?) (\d+(?:\.\d+)?)"/.exec(chart.svg) ?? [];
  const rows = keyRows(chart.key, Number(width));
  const whole = Number(height) + rows.length * LINE + 10;
  const key = rows.flatMap((row, i) =>
    row.map(
      ({ color, label, x }) =>
        html`<rect x="${x}" y="${Number(height) + i * LINE}" width="10" height="10" fill="${color}"/><text x="${x + SWATCH}" y="${Number(height) + i * LINE + 9}" text-anchor="start">${label}</text>`,
    ),
  );
  const inner = chart.svg.replace(/^<svg[^>]*>/, '').replace(/<\/svg>$/, '');
  const { text: head } = html`<title>${chart.title}</title><desc>${chart.summary}</desc>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${whole}" width="${width}" height="${whole}" color="var(--ink)" fill="currentColor" font-family="system-ui, Helvetica, Arial, sans-serif" font-size="12" text-anchor="middle">${head}<rect width="100%" height="100%" fill="var(--paper)"/>${inner}${key.map(({ text }) => text).join('')}</svg>\n`;
  return svg.replace(/var\(--([a-z0-9-]+)\)/g, (_, name: string) => COLORS[name]?.[0] ?? 'currentColor');
}

/** The entries of a key, broken into rows of the width. */
function keyRows(key: Chart['key'], width: number) {
  const rows: { label: string; color: string; x: number }[][] = [];
  let x = Number.POSITIVE_INFINITY;
  for (const entry of key) {
    const room = SWATCH + [...entry.label].length * CHARACTER + 16;
    if (x + room > width) {
      rows.push([]);
      x = 16;
    }
    rows.at(-1)?.push({ ...entry, x });
    x += room;
  }
  return rows;
}
