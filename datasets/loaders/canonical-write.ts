import type { Card } from '../card.ts';
import type { Query } from '../dataset.ts';

/** A card as one line of canonical JSON, without a line break. Reading it gives the same card. */
export function cardLine(card: Card): string {
  const { id, name, description, skills, tags, examples, tools } = card;
  return JSON.stringify({ id, name, description, skills, tags, examples, tools });
}

/**
 * A query as one line of canonical JSON, without a line break. `relevant` and `kind` are left out where they are
 * undefined. The canonical form knows no grades: reading gives every right card the grade 1.
 */
export function queryLine(query: Query): string {
  const { id, text, kind } = query;
  const relevant = query.relevant === undefined ? undefined : [...query.relevant.keys()];
  return JSON.stringify({ id, text, relevant, kind });
}
