import { visible } from '../visible.ts';

/** An http or https address, with what is secret in it set apart. */
export interface Address {
  /** Without user, password and fragment. */
  readonly url: URL;
  /** `Authorization: Basic ...` where the address named a user; else empty. */
  readonly headers: Readonly<Record<string, string>>;
  /** For messages and files: no user, no password, no query, and no key in the path. */
  readonly shown: string;
  /** Name and value of each part that must not be shown. */
  readonly secrets: readonly (readonly [name: string, value: string])[];
}

/**
 * Reads an address; undefined where it is none, or neither http nor https.
 *
 * @param options.keyInPath whether a part of the path may be a key, as hosted MCP servers have it; it is then not shown.
 */
export function parseAddress(text: string, options: { readonly keyInPath: boolean }): Address | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  const secrets: [string, string][] = [];
  const headers: Record<string, string> = {};
  if (url.username !== '' || url.password !== '') {
    const [user, password] = [decoded(url.username), decoded(url.password)];
    const basic = Buffer.from(`${user}:${password}`, 'utf8').toString('base64');
    headers.authorization = `Basic ${basic}`;
    secrets.push(['user', user], ['password', password], ['authorization', basic]);
    secrets.push(['user', url.username], ['password', url.password]);
  }
  for (const [name, value] of url.searchParams) secrets.push([name, value]);
  const keys = options.keyInPath ? url.pathname.split('/').filter(looksLikeKey) : [];
  for (const key of keys) secrets.push(['key', key]);
  url.username = '';
  url.password = '';
  url.hash = '';
  return { url, headers, shown: shownUrl(url, keys), secrets };
}

/**
 * How an address is shown: no user, no password, no query.
 *
 * @param keys parts of the path that are not shown either.
 */
export function shownUrl(url: URL, keys: readonly string[] = []): string {
  const path = url.pathname.split('/').map((part) => (keys.includes(part) ? '***' : part));
  return visible(`${url.protocol}//${url.host}${path.join('/')}${url.search === '' ? '' : '?***'}`, 200);
}

/** True for a part of a path that may be a key: long, one word, letters and digits mixed. */
function looksLikeKey(part: string): boolean {
  return /^[A-Za-z0-9_-]{20,}={0,2}$/.test(part) && /[0-9]/.test(part) && /[A-Za-z]/.test(part);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
