import { counted } from '../../datasets/counted.ts';
import { answers, gates } from './answer.ts';
import { explorerData } from './data.ts';
import { chartsData, chartsSection } from './figure.ts';
import { html, type Markup, scriptJson } from './markup.ts';
import { orchestratorSection } from './orchestrator.ts';
import { plantedSection } from './planted.ts';
import type { Chart } from './plot.ts';
import { shell } from './shell.ts';
import { summaryTable } from './summary.ts';
import { verdictSection } from './verdict.ts';
import type { View } from './view.ts';

/**
 * The page of a run: one file that loads nothing, and needs no script but for the explorer.
 *
 * @returns its text in pieces, so that a large page is never one string.
 */
export function page(view: View, charts: readonly Chart[]): Iterable<string> {
  const { facts, k, records, seeds } = view;
  const [first] = records.summary;
  const query = facts.knownItemFolds === undefined ? ['query', 'queries'] : ['known-item query', 'known-item queries'];
  const counts = `${counted(first?.cards ?? 0, 'card')}, ${counted(first?.queries ?? 0, ...(query as [string, string]))}`;
  const title = `${first?.dataset ?? 'no dataset'}: ${counts}`;
  const seeded =
    seeds.length > 1 ? ` for each of ${seeds.length} seeds` : first?.seed === undefined ? '' : `, seed ${first.seed}`;
  const subject = html`<p class="subject">${title}${seeded}; pool of ${k}; orchestrator "${facts.orchestrator}"</p>
${knownItem(view)}`;
  return shell(
    {
      ...{ version: facts.version, title, heading: 'Does the right agent make the shortlist?', subject },
      skip: { to: 'explorer', text: 'To the queries' },
      start: 'main',
    },
    parts(view, charts),
  );
}

function* parts(view: View, charts: readonly Chart[]): Generator<Markup> {
  const { blocks, index, omissions } = explorerData(view);
  yield html`<main>
${verdictSection(view.facts.verdict, passedText(view))}
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
${chartsSection(charts)}
${orchestratorSection(view)}
${explorer(omissions)}
<section aria-labelledby="run-heading">
<h2 id="run-heading">This run</h2>
${about(view)}
</section>
</main>`;
  yield chartsData(charts);
  yield html`<script type="application/json" id="index">${scriptJson(index)}</script>`;
  for (const [i, block] of blocks.entries()) {
    yield html`<script type="application/json" id="block-${i}">${scriptJson(block)}</script>`;
  }
}

/** What a pass says: nothing of gates that had nothing to check. */
function passedText(view: View): string {
  const open = gates(view).filter(({ passed }) => passed === undefined);
  if (open.length === 0) return 'every gate holds.';
  return `every gate that had something to check holds; unchecked: ${open.map(({ name }) => name).join('; ')}.`;
}

function knownItem({ facts }: View): Markup | false {
  if (facts.knownItemFolds === undefined) return false;
  return html`<p class="known-item"><strong>Known-item: a lower bound.</strong> The queries are the cards' own examples, in ${facts.knownItemFolds} folds; no card is found by its own sentence, and cards that would do as well but do not carry it count as wrong.</p>`;
}

function gateTable(view: View): Markup {
  const rows = gates(view).map(({ found, name, passed }) => {
    const mark = passed === undefined ? 'unchecked' : passed ? 'passed' : 'failed';
    const sign = { unchecked: '–', passed: '✓', failed: '✗' }[mark];
    return html`<tr><th scope="row">${name}</th><td class="mark ${mark}"><span aria-hidden="true">${sign}</span> ${mark}</td><td>${found}</td></tr>`;
  });
  return html`<table class="gates"><thead><tr><th scope="col">gate</th><th scope="col">verdict</th><th scope="col">found</th></tr></thead><tbody>${rows}</tbody></table>`;
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
