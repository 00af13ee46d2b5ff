import { readFileSync } from 'node:fs';

const CHARTS = ['dom', 'axes', 'extent', 'readout', 'chart'] as const;

/** The modules of a page by the one that starts them, each after those that it needs. */
const MODULES = {
  main: [...CHARTS, ...['data', 'filter', 'list', 'why', 'detail', 'main']],
  charts: [...CHARTS, 'charts'],
} as const;

/**
 * The script of a page: its modules joined into one, for a page of one file can import nothing. Only imports of one
 * another are taken out, and the word that exports.
 */
export function pageScript(start: keyof typeof MODULES): string {
  const joined = MODULES[start]
    .map((name) => readFileSync(new URL(`client/${name}.js`, import.meta.url), 'utf8'))
    .join('\n');
  return joined.replace(/^import \{[^}]*\} from '\.\/[a-z]+\.js';\n/gm, '').replace(/^export /gm, '');
}

const SHEETS = ['page', 'charts', 'explorer', 'query', 'narrow', 'print'] as const;

/** The style sheet of the page, without its colours. */
export function pageStyle(): string {
  return SHEETS.map((name) => readFileSync(new URL(`style/${name}.css`, import.meta.url), 'utf8')).join('\n');
}
