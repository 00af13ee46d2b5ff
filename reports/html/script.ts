import { readFileSync } from 'node:fs';

/** The modules of the page, each after those that it needs. */
const MODULES = [
  ...['dom', 'axes', 'extent', 'readout', 'chart'],
  ...['data', 'filter', 'list', 'why', 'detail', 'main'],
] as const;

/**
 * The script of the page: its modules joined into one, for a page of one file can import nothing. Only imports of one
 * another are taken out, and the word that exports.
 */
export function pageScript(): string {
  const joined = MODULES.map((name) => readFileSync(new URL(`client/${name}.js`, import.meta.url), 'utf8')).join('\n');
  return joined.replace(/^import \{[^}]*\} from '\.\/[a-z]+\.js';\n/gm, '').replace(/^export /gm, '');
}

const SHEETS = ['page', 'charts', 'explorer', 'query', 'narrow', 'print'] as const;

/** The style sheet of the page, without its colours. */
export function pageStyle(): string {
  return SHEETS.map((name) => readFileSync(new URL(`style/${name}.css`, import.meta.url), 'utf8')).join('\n');
}
