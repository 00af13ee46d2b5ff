import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { run } from '../../runs.ts';
import { temporaryFolder } from '../../support.ts';

const CUT_TEXT = `${Array.from({ length: 70 }, (_, i) => `w${i} w${i}`).join(' ')} passport`;
const CARDS = [
  { id: 'weather', name: 'Weather', description: 'weather forecast for sailors' },
  { id: 'weather-clone', name: 'Weather', description: 'weather forecast for sailors' },
  { id: '=cmd()', description: '天气预报' },
  { id: 'cut', description: CUT_TEXT },
  { id: 'visa', name: 'Visa\u001b[31m\u202e', description: 'passport visa renewal' },
];
const QUERIES = [
  { id: '1', text: 'weather forecast', relevant: ['weather-clone'] },
  { id: '2', text: '天气', relevant: ['=cmd()'] },
  { id: '3', text: 'renew my passport', relevant: ['cut'] },
];

/** A folder with a registry of a clone, a card out of reach and one cut by the cap; and the options that name it. */
async function planted(): Promise<{ readonly folder: string; readonly cards: string[]; readonly queries: string[] }> {
  const folder = await temporaryFolder();
  const lines = (items: readonly object[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('');
  await writeFile(join(folder, 'cards.jsonl'), lines(CARDS));
  await writeFile(join(folder, 'queries.jsonl'), lines(QUERIES));
  return {
    folder,
    cards: ['--registry', join(folder, 'cards.jsonl')],
    queries: ['--query-set', join(folder, 'queries.jsonl')],
  };
}

// Whatever moves a cursor, changes colours or turns text around. A line feed ends a line of ours.
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them.
const UNSAFE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/;

describe('diagnose', () => {
  it('names the clone, the card out of reach and the one cut by the cap, each with its reason', async () => {
    const { cards, queries } = await planted();
    const { code, err, out } = await run('diagnose', ...cards, ...queries, '-k', '1');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('=cmd(): its text holds no signal');
    expect(out).toContain('weather-clone: the same as weather');
    expect(out).toContain('weather-clone: a card of lower id holds all of its signals');
    expect(out).toMatch(/cut: \d+ lost, 64 kept, misses for it 1; passport; /);
    expect(out).toMatch(/by cause: no_shared_signal 1, cut_by_cap 1, lost_tie 1/);
    expect(out).not.toMatch(UNSAFE);
    expect(out.split('\n').filter((line) => line.length > 110)).toEqual([]);
  });

  it('writes cards.csv, a guarded row a card, and misses.csv, a row a miss', async () => {
    const { cards, folder, queries } = await planted();
    const out = join(folder, 'out');
    expect((await run('diagnose', ...cards, ...queries, '-k', '1', '--out', out)).code).toBe(0);
    expect((await readdir(out)).sort()).toEqual(['cards.csv', 'misses.csv']);
    const rows: Record<string, string>[] = parse(await readFile(join(out, 'cards.csv'), 'utf8'), { columns: true });
    expect(rows.map((row) => row.card_id)).toEqual(['weather', 'weather-clone', "'=cmd()", 'cut', 'visa']);
    expect(rows[2]).toMatchObject({
      seed: '',
      wanted: '1',
      missed: '1',
      no_shared_signal: '1',
      not_retrieved: '',
      lacks: '',
      reachable: 'false',
      unreachable_because: 'no_signal',
      same_as: '',
    });
    expect(rows[1]).toMatchObject({ lost_tie: '1', same_as: 'weather', taken_by: 'weather', wins_with: '' });
    expect(rows[3]).toMatchObject({ cut_by_cap: '1', lacks: 'passport', reachable: 'true' });
    const misses: Record<string, string>[] = parse(await readFile(join(out, 'misses.csv'), 'utf8'), { columns: true });
    expect(misses.map((row) => [row.query_id, row.card_id, row.cause, row.lacks_cut])).toEqual([
      ['1', 'weather-clone', 'lost_tie', ''],
      ['2', "'=cmd()", 'no_shared_signal', ''],
      ['3', 'cut', 'cut_by_cap', 'passport'],
    ]);
  });

  it('prints one JSON document, a part a seed', async () => {
    const { code, out } = await run('diagnose', '--cards', '60', '--queries', '20', '--seeds', '1,2', '--json');
    expect(code).toBe(0);
    const documents = JSON.parse(out);
    expect(documents.map((each: { seed: string }) => each.seed)).toEqual(['1', '2']);
    expect(documents[0].cards).toHaveLength(60);
    expect(out).not.toContain('null');
  });

  it('gives the rows that a bench with the same retriever gives', async () => {
    const { cards, folder, queries } = await planted();
    const both = [...cards, ...queries, '-k', '1'];
    await run('diagnose', ...both, '--out', join(folder, 'a'));
    const bench = await run('bench', ...both, '--no-latency', '--out', join(folder, 'b'));
    expect(bench.code).toBe(0);
    expect(bench.out).toContain('cards         ssr: 3 of 3 wanted never found, 2 out of reach, 2 equal to another');
    const rows = async (name: string) => (await readFile(join(folder, name, 'cards.csv'), 'utf8')).split('\n');
    // The oracle has no rows of its own; those of bm25 and wss follow.
    expect((await rows('b')).slice(0, 6)).toEqual((await rows('a')).slice(0, 6));
    expect((await rows('b')).slice(6).every((line) => /^$|^,(bm25|wss),/.test(line))).toBe(true);
  });

  it('draws as a bench draws, where a retriever draws by lot', async () => {
    const folder = await temporaryFolder();
    const sizes = ['--cards', '60', '--queries', '20', '--seed', '9', '-k', '5'];
    await run('diagnose', ...sizes, '--retriever', 'random', '--out', join(folder, 'a'));
    await run('bench', ...sizes, '--retrievers', 'random', '--no-latency', '--out', join(folder, 'b'));
    const text = (name: string) => readFile(join(folder, name, 'cards.csv'), 'utf8');
    expect(await text('a')).toBe(await text('b'));
    expect((await text('a')).split('\n')).toHaveLength(62);
  });

  it.each([
    [['diagnose', '--json'], '"descripton" in 1 card', true],
    [['explain', '--query', 'x', '--json'], '"descripton" in 1 card', false],
    [['index', '--json'], '"descripton" in 1 card', false],
    [['bench', '--no-latency', '--json'], '"relevent" in 3 queries', true],
  ])('%j tells of unknown fields', async ([command = '', ...options], notice, asks) => {
    const { cards, folder, queries } = await planted();
    const lines = [...CARDS, { id: 'z', descripton: '' }].map((card) => JSON.stringify(card));
    await writeFile(cards[1] as string, lines.join('\n'));
    const misspelt = QUERIES.map((query) => JSON.stringify({ ...query, relevent: [] })).join('\n');
    await writeFile(queries[1] as string, misspelt);
    const out = ['index', 'bench'].includes(command) ? ['--out', join(folder, 'out')] : [];
    const printed = await run(command, ...options, ...cards, ...(asks ? queries : []), ...out);
    expect(printed.code).toBe(0);
    const document = JSON.parse(printed.out);
    const { notices } = { ...document, ...document.manifest, ...document[0] };
    expect(notices.join('\n')).toContain(notice);
  });

  it('prints ids whole, to be copied', async () => {
    const { folder } = await planted();
    const registry = join(folder, 'long.jsonl');
    const ids = ['a', 'b'].map((letter) => `acme/${letter.repeat(200)}`);
    await writeFile(registry, ids.map((id) => JSON.stringify({ id, name: 'weather' })).join('\n'));
    const args = ['explain', '--registry', registry, '--query', 'weather', '-k', '1', '--card'];
    const { out } = await run(...args, ids[1] as string);
    for (const id of ids) expect(out).toMatch(new RegExp(`^ *(?:1 +)?${id} \\(weather\\)`, 'm'));
    expect(out).toContain(`the last of the pool`);
    expect((await run(...args, `${ids[1]}c`)).err).toContain(`closest are ${ids[1]}`);
  });

  it.each([
    [['diagnose', '--retriever', 'nobody'], '--retriever nobody: unknown'],
    [['diagnose', '--registry', 'datasets/samples/cards'], '--registry needs --query-set'],
    [['explain'], '--query is required'],
    [['explain', '--query', 'x', '--retriever', 'random'], '--retriever random: its score is no sum'],
    [['explain', '--query', 'x', '--queries', '5'], '--queries: unknown option'],
    [
      ['explain', '--query', 'x', '--registry', 'datasets/samples/cards', '--card', 'billscan'],
      '--card billscan: no such card; closest are billscan.json',
    ],
  ])('%j is one line and exit 2', async (args, message) => {
    const { code, err, out } = await run(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
    expect(err).toMatch(/^[^\n]+\n$/);
  });

  it('wants right cards, and leaves nothing behind where there are none', async () => {
    const { cards, folder } = await planted();
    const unjudged = join(folder, 'unjudged.jsonl');
    await writeFile(unjudged, '{"id":"1","text":"weather"}\n');
    const printed = await run('diagnose', ...cards, '--query-set', unjudged, '--out', join(folder, 'out'));
    expect(printed).toMatchObject({ code: 2, out: '' });
    expect(printed.err).toContain('expected queries with right cards, received none of 1');
    expect(await readdir(folder)).not.toContain('out');
    // A bench has nothing to say of cards there, and has no such file.
    const bench = ['bench', ...cards, '--query-set', unjudged, '--no-latency', '--out', join(folder, 'bench')];
    expect((await run(...bench)).code).toBe(0);
    expect(await readdir(join(folder, 'bench'))).not.toContain('cards.csv');
  });
});

describe('explain', () => {
  it('shows the signals of each hit, which add up to its score, and those that no card has', async () => {
    const { cards } = await planted();
    const { code, out } = await run('explain', ...cards, '--query', 'passport\u001b[2J zebra', '--json');
    expect(code).toBe(0);
    const document = JSON.parse(out);
    expect(document).toMatchObject({ retriever: 'ssr', k: 20, cards: 5, candidates: 1 });
    expect(document.unknown).toContain('zebra');
    for (const hit of document.hits) {
      expect(hit.sum).toBe(hit.score);
      const sum = hit.terms.reduce((total: number, term: { weight: number }) => total + term.weight, 0);
      expect(sum).toBe(hit.score);
      expect(hit.terms).toHaveLength(hit.matched);
    }
    expect(out).not.toContain('null');
    const printed = await run('explain', ...cards, '--query', 'passport\u001b[2J zebra');
    expect(printed.out).toContain('"passport\\u{1b}[2J zebra"');
    expect(printed.out).toContain('no card has: 2j, zebra');
    expect(printed.out).toContain('visa (Visa\\u{1b}[31m\\u{202e})');
    expect(printed.out).not.toMatch(UNSAFE);
    expect(printed.err).toContain('note: cards.jsonl was read as');
  });

  it('says why a card is in the pool, and why another is not', async () => {
    const { cards } = await planted();
    const about = async (card: string, query: string, ...rest: string[]) =>
      (await run('explain', ...cards, '--query', query, '--card', card, '-k', '1', ...rest)).out;
    expect(await about('weather', 'weather')).toContain('weather (Weather): in the pool, rank 1');
    const lost = await about('weather-clone', 'weather');
    expect(lost).toContain('its score and matched signals are those of the last in the pool, whose id comes first');
    expect(lost).toMatch(/rank 2, score [0-9.]+; the last of the pool, rank 1, has [0-9.]+/);
    expect(lost).toContain('no two words of the query would bring it in');
    const cut = await about('cut', 'passport');
    expect(cut).toContain('was cut off by the cap');
    expect(cut).toMatch(/cut off by the cap: passport [0-9.]+ \(df 1\)/);
    expect(cut).toContain('the last, visa, has more by: passport');
    expect(cut).toContain('would be in with passport: score');
    expect(cut).toContain('(in its text, but cut off by the cap)');
    const none = await about('=cmd()', '天气');
    expect(none).toContain('the query has no signal');
    expect(none).toContain('it shares no signal with the query');
    expect(await about('visa', 'weather visa', '--retriever', 'bm25')).toMatch(/df 1, idf [0-9.]+, tf 2, length 5/);
  });

  it('explains generated cards, without making queries', async () => {
    const { code, err, out } = await run('explain', '--cards', '50', '--seed', '7', '--query', 'invoice', '-k', '3');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('of 50 cards are candidates');
  });
});
