import { cardOf, index, resultOf } from './data.js';
import { counted } from './dom.js';

/**
 * Why a query came out as it did with a retriever, in words.
 *
 * @param {number} query
 * @param {number} retriever
 */
export function why(query, retriever) {
  const { candidates, cause, outcome, picked, rank, success } = resultOf(query, retriever);
  const name = index.outcomes[outcome];
  const place = rank > 0 ? `The best right card is at rank ${rank}` : '';
  const card = picked < 0 ? '' : label(cardOf(query, picked));
  const of = `${counted(candidates, 'candidate')}.`;
  switch (name) {
    case undefined:
      return `Nobody has judged this query, so it has no outcome. ${of}`;
    case 'selected':
      return `${card} was picked, and is right. ${place}. ${of}`;
    case 'wrong selection':
      return `${card} was picked and is wrong, though a right card was in the pool. ${place}. ${of}`;
    case 'api failure':
      return `The call of the orchestrator failed. ${place === '' ? 'No right card was found' : place}. ${of}`;
    case 'invalid index':
      return `The answer of the orchestrator named no card of the pool. ${place === '' ? 'No right card was found' : place}. ${of}`;
    case 'empty pool':
      if (success === 1) return 'Nothing in the registry is right, and nothing was offered: a success.';
      return `No card shares a signal with the query. ${causeText(cause, rank)}`;
    default:
      return `${card === '' ? '' : `${card} was picked. `}${causeText(cause, rank)} ${of}`;
  }
}

/**
 * @param {number} cause
 * @param {number} rank
 */
function causeText(cause, rank) {
  const { k } = index;
  switch (index.causes[cause]) {
    case 'none exists':
      return 'Nothing in the registry is right, so every card that is offered is one too many.';
    case 'no shared signal':
      return 'A right card shares no signal with the query: nothing that looks for shared signals could find it.';
    case 'cut by cap':
      return 'A right card and the query share signals, but only such as the limit on their number cut off.';
    case 'below k':
      return `The best right card is at rank ${rank}, below the pool of ${k}.`;
    case 'lost tie':
      return `The best right card is at rank ${rank}: it ties with the last of the pool, and the order of ids decided.`;
    case 'not retrieved':
      return 'No right card is in the ranking.';
    default:
      return rank > 0 ? `The best right card is at rank ${rank}.` : 'No right card is in the ranking.';
  }
}

/**
 * A card in words.
 *
 * @param {{ id: string, name: string }} card
 */
export function label({ id, name }) {
  return name === '' || name === id ? id : `${name} (${id})`;
}

/**
 * The command that explains one query with one retriever; undefined where its text does not stand on a command line.
 *
 * @param {number} query
 * @param {number} retriever
 */
export function commandOf(query, retriever) {
  const { explains, name } = index.retrievers[retriever] ?? { explains: false, name: '' };
  if (!explains || index.query.plain[query] !== 1) return undefined;
  const quoted = (/** @type {string} */ text) => `'${text.replaceAll("'", "'\\''")}'`;
  const before = index.commands[index.query.seed[query] ?? 0];
  if (before === undefined || before === '') return undefined;
  return `${before} --retriever ${name} --query=${quoted(index.query.text[query] ?? '')}`;
}
