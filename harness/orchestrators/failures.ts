/** Why a call gave no answer. The table is closed: there is no "other". */
export const FAILURE_KINDS = [
  /** Not answered in full within the time-out. */
  'timeout',
  /** No connection, or one that broke, also in the middle of a body or of a stream. */
  'network',
  /** Status 429. */
  'rate_limited',
  /** Status 408, 425 or 500 and above. */
  'server_error',
  /** Any other status but 200, such as 400 and 404: the same request would be refused again. */
  'refused',
  /** Status 200 and an error in the body. */
  'error_in_body',
  /** Status 200 and a body that is not JSON, or longer than any answer. */
  'unreadable_body',
  /** Status 200 and no choice, or a choice without text. */
  'no_answer',
  /** The answer was cut at the limit of tokens. */
  'cut',
  /** A filter took the answer away, or the model declined. */
  'filtered',
  /** The model thought, and said nothing. */
  'only_reasoned',
  /** An error from a script. */
  'scripted',
  /** A script without a line for the query. */
  'no_line',
] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** Why a reply is no number of the pool, in the order in which they are looked for. */
export type InvalidKind =
  /** Nothing but white space. */
  | 'empty'
  /** An integer in the right form that no card of the pool has. 0 is one, and so is -1. */
  | 'out_of_range'
  /** A number in another form: `05`, `5.0`, `1e0`, `+5`, digits of another script. */
  | 'number_form'
  /** A number among other characters. */
  | 'more_than_a_number'
  | 'no_number';

/**
 * Names what is wrong with a reply that is no position of the pool.
 *
 * @param reply one that `parseReply` has refused.
 */
export function invalidKind(reply: string): InvalidKind {
  const text = reply.trim();
  if (text === '') return 'empty';
  if (/^(?:0|-?[1-9][0-9]*)$/.test(text)) return 'out_of_range';
  if (/^[+-]?[\p{Nd}.,_]*\p{Nd}[\p{Nd}.,_]*(?:e[+-]?\p{Nd}+)?$/iu.test(text) || /^0[xob][0-9a-f]+$/i.test(text)) {
    return 'number_form';
  }
  return /\p{Nd}/u.test(text) ? 'more_than_a_number' : 'no_number';
}
