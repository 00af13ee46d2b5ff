import type { Card } from '../card.ts';
import { visible } from '../visible.ts';
import { plural } from './problems.ts';

/** Groups that are named; of the others, the number is told. */
const MOST_NAMED = 3;

/**
 * Cards that show an agent again which another card shows: another published form of it in the same folder (`agent.json`
 * beside `agent-card.json`, `x.signed.json` beside `x.json`), or the same text. They stay in the registry, each under its
 * id, since qrels may name either; but a query that wants one of them has the others in its way.
 *
 * @returns one line, or none.
 */
export function showsAgain(cards: readonly Card[]): readonly string[] {
  const groups = new Map<string, Set<string>>();
  for (const key of [publishedAs, textOf]) {
    const byKey = new Map<string, Set<string>>();
    for (const card of cards) {
      const same = key(card);
      if (same === undefined) continue;
      const others = byKey.get(same);
      if (others === undefined) byKey.set(same, new Set([card.id]));
      else others.add(card.id);
    }
    for (const ids of byKey.values()) if (ids.size > 1) merge(groups, ids);
  }
  const distinct = [...new Set(groups.values())];
  if (distinct.length === 0) return [];
  const again = distinct.reduce((sum, ids) => sum + ids.size - 1, 0);
  const named = distinct.slice(0, MOST_NAMED).map((ids) => [...ids].map((id) => visible(id, 80)).join(' = '));
  const rest = distinct.length > MOST_NAMED ? `; and ${distinct.length - MOST_NAMED} more` : '';
  const shows = again === 1 ? 'shows an agent' : 'show an agent';
  return [`${plural(again, 'card')} ${shows} again that another card shows, all kept: ${named.join('; ')}${rest}`];
}

/** Puts the ids into one group with every group that one of them is in. */
function merge(groups: Map<string, Set<string>>, ids: ReadonlySet<string>): void {
  const whole = new Set<string>();
  for (const id of ids) for (const each of groups.get(id) ?? [id]) whole.add(each);
  for (const id of whole) groups.set(id, whole);
}

/** The path of a card without what tells its published forms apart; undefined for a card of a list. */
function publishedAs({ id }: Card): string | undefined {
  const file = /^(.*\/)?([^/]+)\.json$/i.exec(id);
  if (file === null) return undefined;
  const [, folder = '', stem] = file;
  const unsigned = stem!.replace(/[.-]signed$/i, '');
  return `${folder}${/^agent[-_]card$/i.test(unsigned) ? 'agent' : unsigned}`;
}

function textOf({ name, description, skills, tags, examples }: Card): string {
  return JSON.stringify([name, description, skills, tags, examples]);
}
