import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { run } from '../../runs.ts';
import { temporaryFolder } from '../../support.ts';

vi.setConfig({ testTimeout: 120_000 });

const SAMPLES = ['--registry', 'datasets/samples/cards'];
const PLANTS = ['--plant', 'spread=0.05', '--plant', 'lookalike=0.1'];

describe('bench --plant with a registry', () => {
  it('follows from --seed, and is explained by the same', async () => {
    const out = join(await temporaryFolder(), 'run');
    const queries = ['--query-set', 'datasets/samples/queries.jsonl'];
    const quick = ['--retrievers', 'ssr', '--no-latency', '--no-tokens', '-k', '5', '--strip-invisible'];
    const printed = await run('bench', ...SAMPLES, ...queries, ...quick, ...PLANTS, '--seed', '7', '--out', out);
    expect({ code: printed.code, err: printed.err }).toEqual({ code: 0, err: '' });
    expect(printed.out).toMatch(/^cards\+spread=0\.05\+lookalike=0\.1: 50 cards, 60 queries /);
    expect(printed.out).toContain('what planted cards gain beside 44 honest ones, each kind alone and all together:');
    expect(printed.out).toContain(
      'note          hostile cards are planted in this registry: 2 spread, 4 lookalike, beside 44',
    );
    const lines = (await readFile(join(out, 'planted.jsonl'), 'utf8')).trimEnd().split('\n');
    const cards = lines.map((line) => JSON.parse(line));
    expect(cards.map(({ kind, seed }) => [kind, seed])).toEqual(
      ['spread', 'spread', ...new Array(4).fill('lookalike')].map((kind) => [kind, undefined]),
    );
    const page = await readFile(join(out, 'report.html'), 'utf8');
    const command = `--seed 7 --registry datasets/samples/cards --strip-invisible ${PLANTS.join(' ')} -k 5`;
    expect(page).toContain(`"npm run shortlist -- explain ${command}"`);
    const words = [...command.split(' '), '--query', cards[0].description, '--card', cards[0].id, '--json'];
    const explained = await run('explain', ...words);
    expect(explained.code).toBe(0);
    expect(JSON.parse(explained.out)).toMatchObject({ cards: 50 });
    // Of another seed there are other cards.
    expect((await run('explain', ...words.map((word) => (word === '7' ? '8' : word)))).code).toBe(2);
  });

  it.each<[string[], string]>([
    [
      ['--plant', 'evil=1'],
      '--plant evil=1: unknown kind "evil"; known are stuffing, spread, clones, injection, lookalike',
    ],
    [['--plant', 'spread=1', '--plant', 'spread=1'], '--plant spread=1: spread is given twice'],
    [['--plant', 'spread=2'], '--plant spread=2: expected a share above 0 and up to 1, of at most six decimals'],
    [['--plant='], '--plant needs a value'],
  ])('%j is one line and exit 2, before anything is read', async (args, message) => {
    expect(await run('bench', ...args, '--registry', 'nowhere', '--query-set', 'nowhere')).toEqual({
      code: 2,
      out: '',
      err: `${message}\n`,
    });
  });
});
