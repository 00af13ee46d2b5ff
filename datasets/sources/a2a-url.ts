import type { Card } from '../card.ts';
import { InputError } from '../input-error.ts';
import { a2aCard } from '../loaders/a2a.ts';
import { parseJson } from '../loaders/json.ts';
import { type Address, parseAddress } from './address.ts';
import { get } from './http.ts';
import { MAX_AGENT_CARD_BYTES } from './limits.ts';

/** Where agents publish their cards: since A2A 0.3, and before. */
const WELL_KNOWN = ['/.well-known/agent-card.json', '/.well-known/agent.json'];

/** An agent card that was fetched. */
export interface FetchedCard {
  readonly card: Card;
  /** The address that answered, safe to print. */
  readonly url: string;
  /** The protocol version that the card states, or `not stated`. */
  readonly version: string;
}

/**
 * Fetches an agent's card from its well-known address: `/.well-known/agent-card.json` below the given one, and where that
 * is not there (404, 410), `/.well-known/agent.json`. An address that ends in `.json` is the card's own.
 *
 * The card's id is the address as given, without user, password, query, fragment and the well-known part: A2A has none.
 *
 * @param options.timeoutMs milliseconds for one address.
 * @throws {InputError} naming the address where no card came. Rethrows the reason of the signal.
 */
export async function fetchAgentCard(
  address: Address,
  options: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<FetchedCard> {
  const tried = addressesOf(address);
  for (const each of tried) {
    const answer = await get(each, { ...options, maxBytes: MAX_AGENT_CARD_BYTES });
    if (answer.status === 404 || answer.status === 410) continue;
    if (answer.status !== 200) throw expected(answer.shown, `HTTP ${answer.status}`);
    const parsed = parseJson(answer.text);
    if (!parsed.ok) throw expected(answer.shown, parsed.problem);
    const result = a2aCard(parsed.value, idOf(address), false);
    if (!result.ok) throw expected(answer.shown, result.problem);
    return { card: result.card, url: answer.shown, version: result.version };
  }
  const shown = tried.map((each) => each.shown).join(' and ');
  throw new InputError(`${shown}: expected an agent card, received HTTP 404`);
}

function expected(shown: string, received: string): InputError {
  return new InputError(`${shown}: expected an agent card, received: ${received}`);
}

function addressesOf(address: Address): Address[] {
  const { url } = address;
  if (url.pathname.endsWith('.json')) return [address];
  const base = url.pathname.replace(/\/+$/, '');
  return WELL_KNOWN.map((path) => {
    const below = new URL(url);
    below.pathname = `${base}${path}`;
    return { ...parseAddress(below.href, { keyInPath: false })!, headers: address.headers };
  });
}

function idOf({ url }: Address): string {
  const path = WELL_KNOWN.reduce((rest, end) => (rest.endsWith(end) ? rest.slice(0, -end.length) : rest), url.pathname);
  return `${url.origin}${path.replace(/\/+$/, '')}`;
}
