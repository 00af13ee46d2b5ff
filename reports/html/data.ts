import { counted } from '../../datasets/counted.ts';
import { visible } from '../../datasets/visible.ts';
import { OUTCOMES } from '../../harness/outcomes.ts';
import type { HeldSignal, PoolInsight, QueryRow, RankingRecord } from '../../harness/records.ts';
import { words } from './charts/outcomes.ts';
import type { ExplorerIndex, ExplorerPool, ExplorerQuery } from './explorer.ts';
import type { View } from './view.ts';

/** Queries whose pools stand in one block, which is read when one of them is opened. */
const BLOCK = 200;
/** Hits of one pool that the page holds, and hits of all pools together. */
const HITS_OF_A_POOL = 50;
const HITS = 1_000_000;
/** Characters of a query, of a name and of an id. */
const LONGEST = { text: 400, name: 80, id: 120 };

export interface ExplorerData {
  readonly index: ExplorerIndex;
  readonly blocks: readonly (readonly ExplorerQuery[])[];
  /** What was left out, in words. */
  readonly omissions: readonly string[];
}

/** All that the explorer shows, in the form in which the page holds it. Text is made visible here. */
export function explorerData({ facts, insights, k, oracleOf, records, retrievers, seeds }: View): ExplorerData {
  const cards = seeds.map((seed) => {
    const byId = insights.names.find((each) => each.seed === seed)?.byId ?? new Map<string, string>();
    return { byId, places: new Map([...byId.keys()].map((id, i) => [id, i])) };
  });
  const seedOf = new Map(seeds.map((seed, i) => [seed, i]));
  const keyOf = (seed: string | undefined, id: string) => `${seedOf.get(seed)} ${id}`;
  const byRetriever = <Row extends { seed: string | undefined; retriever: string; query_id: string }>(
    rows: readonly Row[],
  ) => {
    const all = new Map(retrievers.map((name) => [name, new Map<string, Row>()]));
    for (const row of rows) all.get(row.retriever)?.set(keyOf(row.seed, row.query_id), row);
    return retrievers.map((name) => all.get(name) as Map<string, Row>);
  };
  const rowsOf = byRetriever<QueryRow>(records.queries);
  const poolsOf = byRetriever<RankingRecord>(records.rankings);
  const sumsOf = byRetriever<PoolInsight>(insights.pools);
  const kinds = [...new Set(records.queries.flatMap(({ kind }) => (kind === undefined ? [] : [kind])))];
  const causes = [...new Set(records.queries.flatMap(({ miss_cause: cause }) => (cause === undefined ? [] : [cause])))];

  let left = HITS;
  let cutPools = 0;
  let missingPools = 0;
  const queries = insights.queries.map((query): ExplorerQuery => {
    const seed = seedOf.get(query.seed) as number;
    const placeOf = (id: string) => cards[seed]?.places.get(id) ?? -1;
    const key = keyOf(query.seed, query.query_id);
    const held = (signals: readonly HeldSignal[]) =>
      signals.map(({ signal, weight }): [number, number] => [signal, weight]);
    const pools = retrievers.map((retriever, i): ExplorerPool => {
      const hits = poolsOf[i]?.get(key)?.hits ?? [];
      const same = retrievers.findIndex(
        (other, j) => j < i && isOracle(other, retriever, oracleOf) && areEqual(poolsOf[j]?.get(key)?.hits ?? [], hits),
      );
      if (same >= 0) return { same };
      const shown = hits.slice(0, HITS_OF_A_POOL);
      if (shown.length > left) {
        missingPools++;
        return { size: hits.length };
      }
      left -= shown.length;
      if (shown.length < hits.length) cutPools++;
      const sums = sumsOf[i]?.get(key);
      return {
        ...(shown.length < hits.length ? { size: hits.length } : {}),
        cards: shown.map((hit) => placeOf(hit.id)),
        // To the last bit where the page adds them up.
        scores: shown.map(({ score }, place) =>
          sums?.hits[place] === undefined ? Number(score.toPrecision(7)) : score,
        ),
        ...(shown.some((hit) => hit.matched !== undefined) ? { matched: shown.map((hit) => hit.matched ?? null) } : {}),
        ...(sums === undefined
          ? {}
          : {
              signals: sums.signals.map(({ df, signal }): [string, number] => [visible(signal, LONGEST.name), df]),
              held: sums.hits.slice(0, shown.length).map((hit) => (hit === undefined ? null : held(hit))),
              wanted: sums.wanted.map((one) => ({
                card: placeOf(one.card_id),
                held: held(one.held),
                cut: one.cut,
              })),
            }),
      };
    });
    return { right: query.relevant?.map(placeOf) ?? null, pools };
  });

  const results = retrievers.map((_, i) => {
    const rows = insights.queries.map(({ query_id, seed }) => rowsOf[i]?.get(keyOf(seed, query_id)));
    const placeIn = (list: readonly string[], name: string | undefined) =>
      name === undefined ? -1 : list.indexOf(name);
    return {
      outcome: rows.map((row) => placeIn(OUTCOMES, row?.outcome)),
      success: rows.map((row) => (row?.success === undefined ? -1 : Number(row.success))),
      cause: rows.map((row) => placeIn(causes, row?.miss_cause)),
      candidates: rows.map((row) => row?.candidates ?? -1),
      rank: rows.map((row) => row?.first_relevant_rank ?? -1),
      picked: rows.map((row) =>
        row?.picked_card === undefined
          ? -1
          : (cards[seedOf.get(row.seed) as number]?.places.get(row.picked_card) ?? -1),
      ),
    };
  });

  const explains = new Set(insights.pools.map(({ retriever }) => retriever));
  const index: ExplorerIndex = {
    k,
    block: BLOCK,
    retrievers: retrievers.map((name) => ({
      name: visible(name, LONGEST.id),
      explains: explains.has(name) || [...oracleOf].some(([one, oracle]) => oracle === name && explains.has(one)),
    })),
    seeds: seeds.map((seed) => seed ?? ''),
    kinds: kinds.map((kind) => visible(kind, LONGEST.name)),
    outcomes: OUTCOMES.map(words),
    causes: causes.map(words),
    commands: seeds.map((seed) => facts.explainCommands.get(seed) ?? ''),
    cards: cards.map(({ byId }) => ({
      ids: [...byId.keys()].map((id) => visible(id, LONGEST.id)),
      names: [...byId.values()].map((name) => visible(name, LONGEST.name)),
    })),
    query: {
      id: insights.queries.map(({ query_id }) => visible(query_id, LONGEST.id)),
      text: insights.queries.map(({ text }) => visible(text, LONGEST.text)),
      plain: insights.queries.map(({ text }) => Number(visible(text, LONGEST.text) === text)),
      quoted: Object.fromEntries(
        insights.queries.flatMap(({ text }, i) => {
          const isPlain = visible(text, LONGEST.text) === text;
          const word = isPlain || [...text].length > LONGEST.text ? undefined : bashWord(text);
          return word === undefined ? [] : [[i, word] as const];
        }),
      ),
      seed: insights.queries.map(({ seed }) => seedOf.get(seed) as number),
      kind: insights.queries.map(({ query_id, seed }) => {
        const kind = rowsOf[0]?.get(keyOf(seed, query_id))?.kind;
        return kind === undefined ? -1 : kinds.indexOf(kind);
      }),
    },
    results,
  };
  const blocks: ExplorerQuery[][] = [];
  for (let i = 0; i < queries.length; i += BLOCK) blocks.push(queries.slice(i, i + BLOCK));
  return { index, blocks, omissions: omissionsOf(cutPools, missingPools, insights.unexplained) };
}

function omissionsOf(cut: number, missing: number, unexplained: number): string[] {
  return [
    ...(cut > 0
      ? [`Of ${counted(cut, 'pool')} only the first ${HITS_OF_A_POOL} cards are here; rankings.csv has all.`]
      : []),
    ...(missing > 0
      ? [
          `${counted(missing, 'pool')} ${missing === 1 ? 'is' : 'are'} not in this page, to keep it small; rankings.csv has all.`,
        ]
      : []),
    ...(unexplained > 0
      ? [
          `The signals of ${counted(unexplained, 'pool')} are not in this page; the command beside each query shows them.`,
        ]
      : []),
  ];
}

/**
 * A text as one word of bash, zsh or ksh in which nothing is hidden: `$'...'` with escapes.
 *
 * @returns undefined where no command line can hold it: a zero byte, half a character.
 */
function bashWord(text: string): string | undefined {
  if (/\0|\p{Surrogate}/u.test(text)) return undefined;
  const pieces = [...text].map((character) => {
    if (character === '\\' || character === "'") return `\\${character}`;
    if (visible(character) === character) return character;
    const code = character.codePointAt(0) ?? 0;
    const digits = code.toString(16);
    if (code < 0x80) return `\\x${digits.padStart(2, '0')}`;
    return code <= 0xffff ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`;
  });
  return `$'${pieces.join('')}'`;
}

function isOracle(one: string, other: string, oracleOf: ReadonlyMap<string, string>): boolean {
  return oracleOf.get(one) === other || oracleOf.get(other) === one;
}

function areEqual(a: RankingRecord['hits'], b: RankingRecord['hits']): boolean {
  return (
    a.length === b.length &&
    a.every((hit, i) => hit.id === b[i]?.id && hit.score === b[i]?.score && hit.matched === b[i]?.matched)
  );
}
