import { html, Markup, scriptJson } from './markup.ts';
import type { Chart } from './plot.ts';

/** The part of a page that shows its charts; nothing where there are none. */
export function chartsSection(charts: readonly Chart[]): Markup {
  return html`<section aria-labelledby="charts-heading">
<h2 id="charts-heading">Charts</h2>
<p id="charts-hint" class="note" hidden>Point at a chart, or move to it with Tab and use the arrow keys, to read its values. Names in a key hide and show; drag over an axis to zoom.</p>
<div class="charts">${charts.map(figure)}</div>
</section>`;
}

/** What the script of the page knows of its charts. */
export function chartsData(charts: readonly Chart[]): Markup {
  const live = charts.flatMap((chart) => (chart.live === undefined ? [] : [{ id: chart.id, ...chart.live }]));
  return html`<script type="application/json" id="charts">${scriptJson(live)}</script>`;
}

function figure({ id, key, note, summary, svg, table, title }: Chart): Markup {
  const head = table.head.map((name) => html`<th scope="col">${name}</th>`);
  const rows = table.rows.map(
    ([first, ...rest]) => html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  );
  return html`<figure id="chart-${id}" aria-labelledby="title-${id}">
<figcaption><h3 id="title-${id}">${title}</h3><p class="note">${note}</p><p class="unseen">${summary}</p></figcaption>
<ul class="key">${key.map(({ color, label }) => html`<li>${swatch(color)}<span class="key-label">${label}</span></li>`)}</ul>
${new Markup(svg)}
<details class="table"><summary>The figures as a table</summary>
<div class="scroll" tabindex="0" role="region" aria-label="${title}, as a table"><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>
</details>
</figure>`;
}

/** A patch of colour: SVG, for it takes its colour as an attribute, which no policy forbids. */
function swatch(color: string): Markup {
  return html`<svg class="swatch" width="12" height="12" aria-hidden="true"><rect width="12" height="12" rx="2" fill="${color}"/></svg>`;
}
