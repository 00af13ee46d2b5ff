import { enliven } from './chart.js';
import { columns, index } from './data.js';
import { showDetail } from './detail.js';
import { counted, element, make } from './dom.js';
import { haystacks, passing } from './filter.js';
import { QueryList } from './list.js';

/** @typedef {import('../explorer.ts').ExplorerIndex} ExplorerIndex */

const form = /** @type {HTMLFormElement} */ (element('filters'));
const field = (/** @type {string} */ name) =>
  /** @type {HTMLInputElement | HTMLSelectElement} */ (form.elements.namedItem(name));

/** @type {number | undefined} */
let opened;

const list = new QueryList((query) => open(query));

/** @param {number} query */
function open(query) {
  opened = query;
  showDetail(query, {
    close,
    step: (by) => {
      const next = list.neighbour(query, by);
      if (next !== undefined) open(next);
    },
    canStep: (by) => list.neighbour(query, by) !== undefined,
  });
}

function close() {
  const query = opened;
  opened = undefined;
  element('detail').hidden = true;
  element('detail').replaceChildren();
  if (query !== undefined) list.focusOn(query);
}

function refresh() {
  const found = passing({
    text: field('text').value,
    retriever: Number(field('retriever').value),
    outcome: field('outcome').value,
    kind: Number(field('kind').value),
    seed: Number(field('seed').value),
    parted: field('parted').value,
  });
  list.show(found);
  const all = haystacks.length;
  const text =
    found.length === all
      ? `${counted(all, 'query', 'queries')}`
      : `${found.length.toLocaleString('en-US')} of ${counted(all, 'query', 'queries')}`;
  element('found').textContent = text;
  element('nothing').hidden = found.length > 0;
}

/**
 * @param {string} name
 * @param {readonly (readonly [value: string, label: string])[]} options
 */
function fill(name, options) {
  field(name).append(...options.map(([value, text]) => make('option', { value }, text)));
}

function fillFields() {
  const { causes, kinds, outcomes, results, retrievers, seeds } = index;
  const seen = (
    /** @type {(of: ExplorerIndex['results'][number]) => readonly number[]} */ column,
    /** @type {number} */ place,
  ) => results.some((of) => column(of).includes(place));
  fill(
    'retriever',
    retrievers.map(({ name }, i) => [String(i), name]),
  );
  fill(
    'kind',
    kinds.map((kind, i) => [String(i), kind]),
  );
  if (index.query.kind.includes(-1)) fill('kind', [['-2', '(no kind)']]);
  fill(
    'seed',
    seeds.map((seed, i) => [String(i), seed]),
  );
  fill('outcome', [
    ['failure', 'failed'],
    ['success', 'succeeded'],
    ...outcomes.flatMap((outcome, i) =>
      seen((of) => of.outcome, i) ? [/** @type {const} */ ([`outcome ${i}`, outcome])] : [],
    ),
    ...causes.map((cause, i) => /** @type {const} */ ([`cause ${i}`, `missed: ${cause}`])),
    ...(seen((of) => of.outcome, -1) ? [/** @type {const} */ (['unjudged', 'not judged'])] : []),
  ]);
  const pairs = retrievers.flatMap((one, i) =>
    retrievers.flatMap((other, j) => {
      const differ = results[i]?.success.some((success, query) => success === 1 && results[j]?.success[query] === 0);
      return differ ? [/** @type {const} */ ([`only ${i} ${j}`, `${one.name} succeeds, ${other.name} fails`])] : [];
    }),
  );
  fill('parted', [['outcome', 'outcomes differ'], ['rank', 'ranks of the right card differ'], ...pairs]);
  element('seed-field').hidden = seeds.length < 2;
  element('kind-field').hidden = kinds.length === 0;
}

function start() {
  enliven();
  fillFields();
  element('list-head').append(
    ...['id', 'query', 'kind'].map((name) =>
      make('div', { role: 'columnheader', class: `query-${name === 'query' ? 'text' : name}` }, name),
    ),
    ...columns.map(({ name }) => make('div', { role: 'columnheader', class: 'query-outcome' }, name)),
  );
  element('list').style.setProperty('--retrievers', String(columns.length));
  form.addEventListener('input', refresh);
  form.addEventListener('reset', () => setTimeout(refresh));
  form.addEventListener('submit', (event) => event.preventDefault());
  element('detail').addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
  });
  // The key of the chart of outcomes leads to their queries.
  for (const item of document.querySelectorAll('#chart-outcomes .key li')) {
    const place = index.outcomes.indexOf(item.querySelector('.key-label')?.textContent ?? '');
    if (place < 0) continue;
    const button = make('button', { type: 'button', title: 'show these queries' });
    button.append(...item.childNodes);
    button.addEventListener('click', () => {
      form.reset();
      field('outcome').value = `outcome ${place}`;
      refresh();
      element('explorer').scrollIntoView();
      list.grid.focus();
    });
    item.append(button);
  }
  element('without-scripts').remove();
  element('explorer-body').hidden = false;
  refresh();
}

start();
