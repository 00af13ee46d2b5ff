import { createHash } from 'node:crypto';
import { answers, gates } from './answer.ts';
import { variables } from './colors.ts';
import { explorerData } from './data.ts';
import { html, Markup, scriptJson } from './markup.ts';
import { orchestratorSection } from './orchestrator.ts';
import { plantedSection } from './planted.ts';
import type { Chart } from './plot.ts';
import { pageScript, pageStyle } from './script.ts';
import { summaryTable } from './summary.ts';
import { type View, whole } from './view.ts';

/**
 * The page of a run: one file that loads nothing, and needs no script but for the explorer.
 *
 * @returns its text in pieces, so that a large page is never one string.
 */
export function* page(view: View, charts: readonly Chart[]): Generator<string> {
  const { facts, records } = view;
  const [first] = records.summary;
  const style = `:root { ${variables(0)} }\n@media (prefers-color-scheme: dark) { :root { ${variables(1)} } }\n@media print { :root { ${variables(0)} } }\n${pageStyle()}`;
  const script = pageScript();
  const queries = facts.knownItemFolds === undefined ? 'queries' : 'known-item queries';
  const title = `${first?.dataset ?? 'no dataset'}: ${whole(first?.cards ?? 0)} cards, ${whole(first?.queries ?? 0)} ${queries}`;
  const { blocks, index, omissions } = explorerData(view);

  yield html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(style, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Shortlist: ${title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<a class="skip" href="#explorer">To the queries</a>
<header>
<p class="product">Shortlist ${facts.version}</p>
<h1>Does the right agent make the shortlist?</h1>
<p class="subject">${title}${view.seeds.length > 1 ? ` for each of ${view.seeds.length} seeds` : first?.seed === undefined ? '' : `, seed ${first.seed}`}; pool of ${view.k}; orchestrator "${facts.orchestrator}"</p>
${knownItem(view)}
</header>
<main>
${verdict(view)}
<section aria-labelledby="answer-heading">
<h2 id="answer-heading">The answer</h2>
<ul class="answers">${answers(view).map((sentence) => html`<li>${sentence}</li>`)}</ul>
</section>
<section aria-labelledby="gates-heading">
<h2 id="gates-heading">Can it be believed?</h2>
${gateTable(view)}
</section>
<section aria-labelledby="figures-heading">
<h2 id="figures-heading">Figures</h2>
${summaryTable(view)}
</section>${plantedSection(view)}
<section aria-labelledby="charts-heading">
<h2 id="charts-heading">Charts</h2>
<p id="charts-hint" class="note" hidden>Point at a chart, or move to it with Tab and use the arrow keys, to read its values. Names in a key hide and show; drag over an axis to zoom.</p>
<div class="charts">${charts.map(figure)}</div>
</section>
${orchestratorSection(view)}
${explorer(omissions)}
<section aria-labelledby="run-heading">
<h2 id="run-heading">This run</h2>
${about(view)}
</section>
</main>
`.text;
  const live = charts.flatMap((chart) => (chart.live === undefined ? [] : [{ id: chart.id, ...chart.live }]));
  yield html`<script type="application/json" id="charts">${scriptJson(live)}</script>\n`.text;
  yield html`<script type="application/json" id="index">${scriptJson(index)}</script>\n`.text;
  for (const [i, block] of blocks.entries()) {
    yield html`<script type="application/json" id="block-${i}">${scriptJson(block)}</script>\n`.text;
  }
  yield html`<script type="module">${new Markup(script)}</script>\n</body>\n</html>\n`.text;
}

/**
 * Nothing is loaded from anywhere; the one script and the one style sheet are known by their hash, so no other runs, not
 * even one that text had smuggled in. The charts carry no style of their own. Browsers that know trusted types refuse
 * every string as markup.
 */
function policy(style: string, script: string): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

function knownItem({ facts }: View): Markup | false {
  if (facts.knownItemFolds === undefined) return false;
  return html`<p class="known-item"><strong>Known-item: a lower bound.</strong> The queries are the cards' own examples, in ${facts.knownItemFolds} folds; no card is found by its own sentence, and cards that would do as well but do not carry it count as wrong.</p>`;
}

function verdict({ facts }: View): Markup {
  const { reasons, result } = facts.verdict;
  const said = {
    passed: 'Passed: every gate holds.',
    failed: 'Failed: at least one gate does not hold.',
    unchecked: 'Unchecked: nothing proves these figures.',
  };
  const shown = result === 'passed' ? [] : reasons.slice(0, 10);
  const more = reasons.length - shown.length;
  return html`<section class="verdict ${result}" aria-label="Verdict">
<p><strong>${said[result]}</strong></p>
${shown.length > 0 && html`<ul>${shown.map((reason) => html`<li>${reason}</li>`)}</ul>`}
${result !== 'passed' && more > 0 && html`<p>and ${more} more in manifest.json</p>`}
</section>`;
}

function gateTable(view: View): Markup {
  const rows = gates(view).map(({ found, name, passed }) => {
    const mark = passed === undefined ? 'unchecked' : passed ? 'passed' : 'failed';
    const sign = { unchecked: '–', passed: '✓', failed: '✗' }[mark];
    return html`<tr><th scope="row">${name}</th><td class="mark ${mark}"><span aria-hidden="true">${sign}</span> ${mark}</td><td>${found}</td></tr>`;
  });
  return html`<table class="gates"><thead><tr><th scope="col">gate</th><th scope="col">verdict</th><th scope="col">found</th></tr></thead><tbody>${rows}</tbody></table>`;
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

function explorer(omissions: readonly string[]): Markup {
  const select = (name: string, label: string, none: string, value: string) =>
    html`<label id="${name}-field">${label}<select name="${name}"><option value="${value}">${none}</option></select></label>`;
  return html`<section id="explorer" aria-labelledby="explorer-heading">
<h2 id="explorer-heading">Every query</h2>
<p id="without-scripts">The list of queries needs scripts. queries.csv and rankings.csv, beside this file, hold every row.</p>
<p class="print-only">The list of queries is on the screen, and in queries.csv.</p>
<div id="explorer-body" hidden>
<form id="filters">
<label class="wide">Search<input type="search" name="text" placeholder="words of a query, an id" autocomplete="off" spellcheck="false"></label>
${select('outcome', 'Outcome', 'any', '')}
${select('retriever', 'with', 'any retriever', '-1')}
${select('parted', 'Disagreement', 'any', '')}
${select('kind', 'Kind', 'any', '-1')}
${select('seed', 'Seed', 'any', '-1')}
<button type="reset">Show all</button>
</form>
<p class="found"><output id="found" for="filters"></output><span class="hint"> Arrow keys move, Enter opens, Escape closes.</span></p>
${omissions.map((omission) => html`<p class="omission">${omission}</p>`)}
<div id="list" role="grid" tabindex="0" aria-label="Queries">
<div role="rowgroup" class="list-top"><div role="row" id="list-head" aria-rowindex="1"></div></div>
<div role="rowgroup" id="list-body"></div>
</div>
<p id="nothing" hidden>No query passes all of these filters.</p>
<section id="detail" hidden aria-labelledby="detail-heading"></section>
</div>
</section>`;
}

function about({ facts, records }: View): Markup {
  const machine = Object.entries(facts.machine);
  return html`<dl>
<dt>Run it again</dt><dd><code>${facts.command}</code></dd>
<dt>Fingerprint</dt><dd><code>${facts.fingerprint}</code></dd>
${records.latency.length > 0 && html`<dt>Machine</dt><dd>${machine.map(([name, value]) => `${name} ${value}`).join('; ')}</dd>`}
${facts.notices.length > 0 && html`<dt>Notices</dt><dd><ul>${facts.notices.slice(0, 20).map((notice) => html`<li>${notice}</li>`)}</ul>${facts.notices.length > 20 && html`<p>and ${facts.notices.length - 20} more in manifest.json</p>`}</dd>`}
</dl>`;
}
