import { type Address, parseAddress } from '../../../datasets/sources/address.ts';
import { Secrets } from '../../../datasets/sources/secrets.ts';

/** Where requests go, and what must not be seen of it. */
export interface Endpoint {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** For messages and files. */
  readonly shown: string;
  /** Takes the key, user and password out of a text that a server wrote. */
  readonly hide: (text: string) => string;
}

const CHAT = '/chat/completions';

/**
 * The address of the chat endpoint below a base URL: `/v1` is put in where the base has no path, and nothing is put twice.
 * A query in the base stays, as some gateways want one.
 *
 * @param key undefined for a server that wants none. Its characters must be fit for a header.
 * @returns undefined where the base is no http or https address, or has a user and a key is given too.
 */
export function makeEndpoint(base: string, key: string | undefined): Endpoint | undefined {
  const address: Address | undefined = parseAddress(base, { keyInPath: true });
  if (address === undefined) return undefined;
  if (key !== undefined && address.headers.authorization !== undefined) return undefined;
  const { url } = address;
  const path = url.pathname.replace(/\/+$/, '');
  if (path === '') url.pathname = `/v1${CHAT}`;
  else if (!path.endsWith(CHAT)) url.pathname = `${path}${CHAT}`;
  else url.pathname = path;

  return {
    url,
    headers: { ...address.headers, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
    shown: parseAddress(url.href, { keyInPath: true })?.shown ?? '',
    hide: makeHide([...address.secrets, ...(key === undefined ? [] : [['key', key] as const])]),
  };
}

/** A server may echo what it was given as it is, encoded for an address or for a header, or escaped in JSON, even twice. */
function makeHide(given: readonly (readonly [name: string, value: string])[]): (text: string) => string {
  const secrets = new Secrets();
  for (const [name, value] of given) {
    for (const form of new Set([value, encodeURIComponent(value), base64(value)])) secrets.add(name, form);
  }
  const escaped = given.filter(([, value]) => /[/"\\]/.test(value)).map(([, value]) => escapedForms(value));
  return (text) => secrets.hide(escaped.reduce((rest, form) => rest.replace(form, '***'), text));
}

/** Matches a value with any number of backslashes between its characters. */
function escapedForms(value: string): RegExp {
  const characters = [...value].map((character) => character.replace(/[.*+?^${}()|[\]\\/-]/, '\\$&'));
  return new RegExp(characters.join('\\\\*'), 'g');
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
