import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { completionScript, SHELLS } from '../../../harness/screen/completion.ts';
import { run } from '../../runs.ts';
import { temporaryFolder } from '../../support.ts';

const exec = promisify(execFile);

async function has(shell: string): Promise<boolean> {
  return exec(shell, ['-c', 'exit 0']).then(
    () => true,
    () => false,
  );
}
const present = new Map<string, boolean>(
  await Promise.all(SHELLS.map(async (shell) => [shell, await has(shell)] as const)),
);
for (const [shell, there] of present) if (!there) process.stderr.write(`skipped: ${shell} is not on this machine\n`);

/** Source text that puts what bash would offer for some words on a line. */
const OFFER = `offer() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _shortlist; echo "\${COMPREPLY[*]}"; }\n`;

describe('shell completion', () => {
  it.for(SHELLS)('is a script that %s reads', async (shell, context) => {
    const { code, out } = await run('completion', shell);
    expect(code).toBe(0);
    expect(out).toContain('harness/cli.ts');
    if (!present.get(shell)) return context.skip();
    const path = join(await temporaryFolder(), 'script');
    await writeFile(path, out);
    expect(await exec(shell, ['-n', path])).toEqual({ stdout: '', stderr: '' });
  });

  it.runIf(present.get('bash'))('offers commands, options and values in bash, and leaves paths to it', async () => {
    const { out } = await run('completion', 'bash');
    const asked = [
      'shortlist ga',
      'shortlist bench --reg',
      'shortlist bench --granularity ""',
      'shortlist bench --orchestrator fi',
    ];
    const words = [
      ...asked,
      'shortlist completion ""',
      'shortlist gate ru',
      'shortlist bench --registry ""',
      'shortlist bench --asc',
    ];
    const script = `${out}${OFFER}${words.map((line) => `offer ${line}\n`).join('')}`;
    const { stdout } = await exec('bash', ['--norc', '-c', script]);
    expect(stdout.split('\n')).toEqual([
      'gate',
      '--registry',
      'tool server',
      'first',
      'bash zsh fish',
      '',
      '',
      '--ascii',
      '',
    ]);
  });

  it.runIf(present.get('bash'))('starts the program wherever it stands, whatever its path holds', async () => {
    const folder = join(await temporaryFolder(), `it's "$(here)"`);
    const start = { loader: `${folder}/a;b`, program: `${folder}/\`c\`` };
    const script = completionScript('bash', [], start, () => undefined);
    const { stdout } = await exec('bash', [
      '--norc',
      '-c',
      `node() { printf '%s\\n' "$@"; }\n${script}shortlist 'x y'`,
    ]);
    expect(stdout).toBe(`--import\n${start.loader}\n${start.program}\nx y\n`);
  });

  it.each([[[]], [['tcsh']], [['bash', 'zsh']]])('of %j is one line and exit 2', async (shells) => {
    const { code, err } = await run('completion', ...shells);
    expect(code).toBe(2);
    expect(err).toMatch(/^completion: expected one of bash, zsh, fish, received [^\n]+\n$/);
  });
});
