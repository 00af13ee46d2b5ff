import { createHash } from 'node:crypto';
import { variables } from './colors.ts';
import { html, Markup } from './markup.ts';
import { pageScript, pageStyle } from './script.ts';

/** What every page has around what it says. */
interface Shell {
  readonly version: string;
  readonly title: string;
  readonly heading: string;
  /** What stands below the heading. */
  readonly subject: Markup;
  /** A link for who does not see the page: where to, and what it says. */
  readonly skip: { readonly to: string; readonly text: string };
  /** The module that starts the script; see `script.ts`. */
  readonly start: 'main' | 'charts';
}

/**
 * A page: one file that loads nothing.
 *
 * @param main in pieces; also data for the script, in elements that are no markup.
 * @returns its text in pieces, so that a large page is never one string.
 */
export function* shell(
  { heading, skip, start, subject, title, version }: Shell,
  main: Iterable<Markup>,
): Generator<string> {
  const style = `:root { ${variables(0)} }\n@media (prefers-color-scheme: dark) { :root { ${variables(1)} } }\n@media print { :root { ${variables(0)} } }\n${pageStyle()}`;
  const script = pageScript(start);
  yield html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(style, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Shortlist: ${title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<a class="skip" href="#${skip.to}">${skip.text}</a>
<header>
<p class="product">Shortlist ${version}</p>
<h1>${heading}</h1>
${subject}
</header>
`.text;
  for (const { text } of main) yield `${text}\n`;
  yield html`<script type="module">${new Markup(script)}</script>\n</body>\n</html>\n`.text;
}

/**
 * Nothing is loaded from anywhere; the one script and the one style sheet are known by their hash, so no other runs, not
 * even one that text had smuggled in. The charts carry no style of their own. Browsers that know trusted types refuse
 * every string as markup.
 */
function policy(style: string, script: string): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
