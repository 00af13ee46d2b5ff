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
 * The command that explains one query with one retriever.
 *
 * @param {number} query
 * @param {number} retriever
 * @returns {{ command: string } | { missing: string } | undefined} `missing`: why there is none; undefined where nothing
 *   explains this retriever, or this registry, at all
 */
export function commandOf(query, retriever) {
  const { explains, name } = index.retrievers[retriever] ?? { explains: false, name: '' };
  const before = index.commands[index.query.seed[query] ?? 0];
  if (!explains || before === undefined || before === '') return undefined;
  const text = index.query.text[query] ?? '';
  const word = index.query.plain[query] === 1 ? `'${text.replaceAll("'", "'\\''")}'` : index.query.quoted[query];
  if (word !== undefined) return { command: `${before} --retriever ${name} --query=${word}` };
  return {
    missing:
      'The command that explains it again is not shown: the query is too long for this page, or holds what no command line can.',
  };
}

/** What has to be said beside a command; undefined where nothing has. @param {number} query */
export function commandNote(query) {
  return index.query.plain[query] !== 1 && index.query.quoted[query] !== undefined
    ? "For bash, zsh and ksh: the query holds characters that do not show, which $'...' stands for."
    : undefined;
}
