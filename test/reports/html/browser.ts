import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';

/** A browser program, and the environment that it needs. */
interface Program {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Where the browser of the npm package is unpacked to: once for each installation. */
const UNPACKED = fileURLToPath(new URL('../../../node_modules/.cache/shortlist-chromium', import.meta.url));

/** The package's own looks for fonts where a cloud has them; without any, a page crashes. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${join(UNPACKED, 'fonts')}</dir><cachedir>${join(UNPACKED, 'fonts-cache')}</cachedir></fontconfig>
`;

/**
 * Starts a real Chromium: `$CHROMIUM_PATH`, else an installed one, else the one that an npm package carries, for Linux
 * on x64.
 *
 * @returns undefined where there is none, which stderr then says; never in CI.
 * @throws Error in CI, where a test that does not run is a failure.
 */
export async function startBrowser(): Promise<Browser | undefined> {
  const program = await findProgram();
  if (program !== undefined) {
    const env = { ...(process.env as Record<string, string>), ...program.env };
    return chromium.launch({ executablePath: program.path, args: ['--no-sandbox'], env });
  }
  const missing = 'no Chromium: set CHROMIUM_PATH, or install Chromium or Chrome';
  if (process.env.CI) throw new Error(missing);
  process.stderr.write(`skipped: tests of the page, for there is ${missing}\n`);
  return undefined;
}

/** A browser starts, and pages are drawn, on a loaded machine too. */
export const PATIENCE_MS = 300_000;

/** Declares tests that need a browser. Where there is none, `startBrowser` has said so or thrown, and they are skipped. */
export function testsIn(browser: () => Browser | undefined) {
  return (name: string, test: () => Promise<void>) =>
    it(
      name,
      async (context) => {
        if (browser() === undefined) return context.skip();
        await test();
      },
      PATIENCE_MS,
    );
}

async function findProgram(): Promise<Program | undefined> {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return { path: CHROMIUM_PATH, env: {} };
  const installed = INSTALLED.find((path) => existsSync(path));
  if (installed !== undefined) return { path: installed, env: {} };
  return process.platform === 'linux' && process.arch === 'x64' ? packaged() : undefined;
}

/** The browser of the package, with the libraries and fonts that it carries: a bare system has neither. */
async function packaged(): Promise<Program> {
  if (!existsSync(UNPACKED)) {
    await mkdir(join(UNPACKED, '..'), { recursive: true });
    const folder = await mkdtemp(`${UNPACKED}-`);
    await unpack(folder);
    await writeFile(join(folder, 'fonts', 'fonts.conf'), FONTS);
    // Whole or not at all; another process may have been quicker.
    await rename(folder, UNPACKED).catch(() => rm(folder, { recursive: true, force: true }));
  }
  return {
    path: join(UNPACKED, 'chromium'),
    env: { LD_LIBRARY_PATH: join(UNPACKED, 'al2023', 'lib'), FONTCONFIG_PATH: join(UNPACKED, 'fonts') },
  };
}

/** The package unpacks into the folder for temporary files, and its libraries only where it is told of their system. */
async function unpack(folder: string): Promise<void> {
  const changed = { TMPDIR: folder, AWS_EXECUTION_ENV: 'nodejs20.x' };
  const kept = ['TMPDIR', 'AWS_EXECUTION_ENV', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH'].map(
    (name) => [name, process.env[name]] as const,
  );
  Object.assign(process.env, changed);
  try {
    const { default: carried } = await import('@sparticuz/chromium');
    await carried.executablePath();
  } finally {
    for (const [name, value] of kept) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

/** Opens a report, and fails the test for whatever else than expected leaves the page, goes wrong in it, or pops up. */
export async function openReport(
  browser: Browser,
  folder: string,
  options: BrowserContextOptions = {},
  expected: readonly string[] = [],
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const url = pathToFileURL(join(folder, 'report.html')).href;
  const seen: string[] = [];
  page.on('console', (message) => seen.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => seen.push(`error: ${error.message}`));
  page.on('request', (request) => request.url() !== url && seen.push(`request: ${request.url()}`));
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  onTestFinished(async () => {
    await context.close();
    expect(seen).toEqual(expected);
  });
  await page.goto(url);
  return page;
}
