import { cardOf, detailOf, index, outcomeClass, resultOf } from './data.js';
import { counted, element, make, number } from './dom.js';
import { commandNote, commandOf, label, why } from './why.js';

/** @typedef {import('../explorer.ts').ExplorerPool} ExplorerPool */

/**
 * Shows one query: what was asked, what was right, and the pool of every retriever.
 *
 * @param {number} query
 * @param {{ close: () => void, step: (by: number) => void, canStep: (by: number) => boolean }} actions
 */
export function showDetail(query, actions) {
  const detail = detailOf(query);
  const { id, kind, text } = index.query;
  const right = new Set(detail.right ?? []);
  const seed = index.seeds.length > 1 ? `, seed ${index.seeds[index.query.seed[query] ?? 0]}` : '';
  const ofKind = index.kinds[kind[query] ?? -1];
  const heading = make(
    'h3',
    { id: 'detail-heading', tabindex: '-1' },
    text[query] === '' ? '(an empty query)' : text[query],
  );

  const button = (/** @type {string} */ name, /** @type {() => void} */ act, enabled = true) => {
    const made = make('button', { type: 'button' }, name);
    made.disabled = !enabled;
    made.addEventListener('click', act);
    return made;
  };
  element('detail').replaceChildren(
    make(
      'div',
      { class: 'detail-bar' },
      make('p', {}, `Query ${id[query]}${ofKind === undefined ? '' : `, ${ofKind}`}${seed}`),
      button('Previous', () => actions.step(-1), actions.canStep(-1)),
      button('Next', () => actions.step(1), actions.canStep(1)),
      button('Close', actions.close),
    ),
    heading,
    make('p', { class: 'right-cards' }, rightText(query, detail.right)),
    make(
      'div',
      { class: 'pools' },
      ...detail.pools.flatMap((pool, retriever) => {
        if (pool.same !== undefined) return [];
        const twins = detail.pools.flatMap(({ same }, other) => (same === retriever ? [other] : []));
        return [poolColumn(query, [retriever, ...twins], pool, right)];
      }),
    ),
  );
  element('detail').hidden = false;
  heading.focus();
}

/**
 * @param {number} query
 * @param {readonly number[] | null} right
 */
function rightText(query, right) {
  if (right === null) return 'Nobody has said which cards are right.';
  if (right.length === 0) return 'No card of the registry is right.';
  const shown = right.slice(0, 5).map((card) => label(cardOf(query, card)));
  const more = right.length - shown.length;
  return `${right.length === 1 ? 'Right' : `Right, ${right.length} cards`}: ${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

/**
 * A pool, and what came of it with each retriever that has it.
 *
 * @param {number} query
 * @param {readonly number[]} retrievers those whose pool this is, to the last bit
 * @param {ExplorerPool} pool
 * @param {ReadonlySet<number>} right
 */
function poolColumn(query, retrievers, pool, right) {
  const [first = 0] = retrievers;
  const names = retrievers.map((retriever) => index.retrievers[retriever]?.name ?? '');
  const { outcome, picked } = resultOf(query, first);
  const agree = retrievers.every((other) => {
    const result = resultOf(query, other);
    return result.outcome === outcome && result.picked === picked;
  });
  const told = retrievers.flatMap((retriever) => commandOf(query, retriever) ?? []);
  const commands = told.flatMap((each) => ('command' in each ? [each.command] : []));
  const missing = told.find((each) => 'missing' in each);
  const note = commandNote(query);
  return make(
    'section',
    { class: 'pool', 'aria-label': `Pool of ${names.join(' and ')}` },
    make('h4', {}, names.join(' = ')),
    ...(agree ? retrievers.slice(0, 1) : retrievers).flatMap((retriever) => verdictOf(query, retriever, !agree)),
    pool.cards === undefined
      ? make('p', {}, `Its pool of ${counted(pool.size ?? 0, 'card')} is not in this page; rankings.csv has it.`)
      : hitList(query, pool, right, picked),
    missing === undefined || !('missing' in missing) ? undefined : make('p', { class: 'no-command' }, missing.missing),
    commands.length === 0
      ? undefined
      : make(
          'details',
          { class: 'command' },
          make('summary', {}, 'The command that explains it again'),
          note === undefined ? undefined : make('p', { class: 'note' }, note),
          ...commands.map((command) => make('pre', {}, make('code', {}, command))),
        ),
  );
}

/**
 * @param {number} query
 * @param {number} retriever
 * @param {boolean} named
 */
function verdictOf(query, retriever, named) {
  const { outcome } = resultOf(query, retriever);
  return [
    make(
      'p',
      { class: 'came-to' },
      named ? `${index.retrievers[retriever]?.name}: ` : undefined,
      make('span', { class: `dot ${outcomeClass(outcome)}`, 'aria-hidden': 'true' }),
      make('strong', {}, index.outcomes[outcome] ?? 'not judged'),
    ),
    make('p', { class: 'why' }, why(query, retriever)),
  ];
}

/**
 * @param {number} query
 * @param {ExplorerPool} pool
 * @param {ReadonlySet<number>} right
 * @param {number} picked
 */
function hitList(query, pool, right, picked) {
  const cards = pool.cards ?? [];
  if (cards.length === 0) return make('div', {}, make('p', {}, 'The pool is empty.'), ...wantedList(query, pool));
  const items = cards.map((card, i) => {
    const held = pool.held?.[i];
    const score = pool.scores?.[i] ?? 0;
    const matched = pool.matched?.[i];
    const head = [
      ...(right.has(card) ? [make('span', { class: 'badge right' }, '✓ right')] : []),
      ...(card === picked ? [make('span', { class: 'badge picked' }, 'picked')] : []),
      ...cardName(
        query,
        card,
        'score ',
        number(score),
        typeof matched === 'number' ? `, ${counted(matched, 'signal')}` : undefined,
      ),
    ];
    return make(
      'li',
      { class: right.has(card) ? 'hit is-right' : 'hit' },
      held === undefined || held === null || pool.signals === undefined
        ? make('div', { class: 'unexplained' }, ...head)
        : make('details', {}, make('summary', {}, ...head), sumTable(pool.signals, held, score)),
    );
  });
  const more = (pool.size ?? cards.length) - cards.length;
  return make(
    'div',
    {},
    make('ol', { class: 'hits' }, ...items),
    more > 0 ? make('p', {}, `and ${counted(more, 'card')} more in rankings.csv`) : undefined,
    ...wantedList(query, pool),
  );
}

/**
 * The name of a card, and below it what else is said of it.
 *
 * @param {number} query
 * @param {number} card
 * @param {...(Node | string | undefined)} said
 */
function cardName(query, card, ...said) {
  const { id, name } = cardOf(query, card);
  const text = said.filter((each) => each !== undefined);
  return [
    make('span', { class: 'name' }, name === '' ? id : name),
    make('span', { class: 'below' }, make('span', { class: 'id' }, id), make('span', { class: 'score' }, ...text)),
  ];
}

/**
 * A score as the sum of what the signals add. The sum is made here, from the weights that are shown.
 *
 * @param {readonly (readonly [string, number])[]} signals
 * @param {readonly (readonly [number, number])[]} held
 * @param {number | undefined} score as ranked; undefined for a card that is not in the pool
 */
function sumTable(signals, held, score) {
  const row = (/** @type {string} */ tag, /** @type {(Node | string)[]} */ ...cells) =>
    make(
      'tr',
      { class: tag },
      ...cells.map((cell, i) => make(i === 0 ? 'th' : 'td', i === 0 ? { scope: 'row' } : {}, cell)),
    );
  let sum = 0;
  for (const [, weight] of held) sum += weight;
  const adds = sum === score;
  return make(
    'table',
    { class: 'sum' },
    make(
      'thead',
      {},
      make('tr', {}, ...['signal', 'cards with it', 'weight'].map((head) => make('th', { scope: 'col' }, head))),
    ),
    make(
      'tbody',
      {},
      ...held.map(([signal, weight]) => {
        const [name, df] = signals[signal] ?? ['?', 0];
        return row('term', name, df.toLocaleString('en-US'), number(weight));
      }),
    ),
    make(
      'tfoot',
      {},
      row('total', 'sum', '', number(sum)),
      ...(score === undefined
        ? []
        : [row('ranked', adds ? 'score: adds up exactly' : 'score: DOES NOT ADD UP', '', number(score))]),
    ),
  );
}

/**
 * The right cards that are not in the pool, and what they hold and lack.
 *
 * @param {number} query
 * @param {ExplorerPool} pool
 */
function wantedList(query, pool) {
  const { signals = [], wanted = [] } = pool;
  if (wanted.length === 0) return [];
  return [
    make('h5', {}, 'Right, and not in the pool'),
    make(
      'ul',
      { class: 'hits' },
      ...wanted.map(({ card, cut, held }) => {
        const has = new Set(held.map(([signal]) => signal));
        const named = (/** @type {readonly number[]} */ places) =>
          places.map((place) => signals[place]?.[0] ?? '?').join(', ');
        const lacks = signals.flatMap((_, place) => (has.has(place) || cut.includes(place) ? [] : [place]));
        return make(
          'li',
          { class: 'hit is-right' },
          make(
            'details',
            {},
            make(
              'summary',
              {},
              ...cardName(
                query,
                card,
                held.length === 0 ? 'shares nothing' : `shares ${counted(held.length, 'signal')}`,
              ),
            ),
            held.length === 0 ? undefined : sumTable(signals, held, undefined),
            lacks.length === 0 ? undefined : make('p', {}, `Lacks: ${named(lacks)}`),
            cut.length === 0 ? undefined : make('p', {}, `Cut off by the limit on its signals: ${named(cut)}`),
          ),
        );
      }),
    ),
  ];
}
