import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { main } from '../harness/command-line.ts';
import { fingerprint } from '../harness/manifest.ts';

export type Row = Record<string, string>;

/** Runs a command line in this process. */
export function run(...args: string[]) {
  return runArgs(args);
}

/** As `run`, until the signal is aborted. */
export async function runArgs(args: readonly string[], signal: AbortSignal = new AbortController().signal) {
  let out = '';
  let err = '';
  const screen = {
    out: (text: string) => {
      out += text;
    },
    err: (text: string) => {
      err += text;
    },
    colour: false,
    progress: false,
  };
  const code = await main(args, screen, signal);
  return { code, out, err };
}

/** A folder for the runs of a whole file of tests, who has to remove it. */
export async function folderOfRuns(): Promise<{ readonly path: string; readonly remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'shortlist-runs-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** The rows of a file as they stand in it. */
export async function rows(folder: string, name: string): Promise<Row[]> {
  return parse(await readFile(join(folder, name), 'utf8'), { columns: true });
}

/**
 * A copy of a run with files changed as if the run itself had written them so: the manifest has their sha256 and its fingerprint.
 *
 * @param edits the new text of a file by its name, from the old one.
 */
export async function editedRun(
  from: string,
  to: string,
  edits: Readonly<Record<string, (text: string) => string>>,
): Promise<string> {
  await cp(from, to, { recursive: true });
  const files: Record<string, string> = {};
  for (const [name, edit] of Object.entries(edits)) {
    const text = edit(await readFile(join(to, name), 'utf8'));
    await writeFile(join(to, name), text);
    files[name] = createHash('sha256').update(text).digest('hex');
  }
  const path = join(to, 'manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  const all = { ...manifest.files, ...files };
  const stamp = fingerprint(new Map(Object.entries(all)), manifest.experiment);
  await writeFile(path, JSON.stringify({ ...manifest, fingerprint: stamp, files: all }));
  return to;
}

/** Edits a file row by row; undefined takes a row away. */
export function editRows(edit: (row: Row) => Row | undefined): (text: string) => string {
  return (text) => {
    const [columns = [], ...cells]: string[][] = parse(text);
    const kept = cells.flatMap((row) => {
      const edited = edit(Object.fromEntries(columns.map((column, i) => [column, row[i] ?? ''])));
      return edited === undefined ? [] : [columns.map((column) => edited[column] ?? '')];
    });
    return stringify([columns, ...kept], { quoted_match: /[\r\n]/ });
  };
}
