import { createHash } from 'node:crypto';
import type { Document, Section } from './document.ts';
import { html, Markup } from './html/markup.ts';

const STYLE = `:root{color-scheme:light dark}
body{font:15px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.25rem .75rem .25rem 0;text-align:left;border-bottom:1px solid #8884;vertical-align:top}
th{white-space:nowrap}
`;

/**
 * A document as one HTML file: tables and text, no script, nothing loaded from anywhere, and a policy that would not let
 * it. Light and dark as the reader's system is.
 */
export function* htmlPage({ sections, title }: Document): Generator<string> {
  const hash = createHash('sha256').update(STYLE).digest('base64');
  yield html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${new Markup(hash)}'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
`.text;
  for (const section of sections) yield htmlSection(section).text;
  yield '</main>\n</body>\n</html>\n';
}

function htmlSection({ lines, table, title }: Section): Markup {
  return html`${
    title !== undefined &&
    html`<h2>${title}</h2>
`
  }${
    lines.length > 0 &&
    html`<ul>
${lines.map(
  (line) => html`<li>${line}</li>
`,
)}</ul>
`
  }${table !== undefined && table.length > 1 && htmlTable(table, title ?? 'runs')}`;
}

function htmlTable([head = [], ...rows]: readonly (readonly string[])[], name: string): Markup {
  const cells = (row: readonly string[]) => row.map((cell) => html`<td>${cell}</td>`);
  return html`<div class="wide" role="region" aria-label="${name}" tabindex="0"><table>
<thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>
${rows.map(
  (row) => html`<tr>${cells(row)}</tr>
`,
)}</tbody>
</table></div>
`;
}
