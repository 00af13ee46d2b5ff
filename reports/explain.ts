import { counted } from '../datasets/counted.ts';
import { visible } from '../datasets/visible.ts';
import type { MissCause } from '../harness/outcomes.ts';
import type { ExplainedCard, ExplainedHit, ExplainedQuery } from '../harness/records.ts';
import { count } from './numbers.ts';

type Term = ExplainedCard['terms'][number];

/** Ids are shown whole, to be copied; one that is longer was made to fill the screen. */
const LONGEST_ID = 1000;

/** Why a card is not in the pool, in words. */
const CAUSES: Readonly<Record<MissCause, string>> = {
  none_exists: 'nothing in the registry is right',
  no_shared_signal: 'it shares no signal with the query',
  cut_by_cap: 'what it shares with the query was cut off by the cap on its signals or on those of the query',
  below_k: 'it ranks below the pool',
  lost_tie: 'its score and matched signals are those of the last in the pool, whose id comes first',
  not_retrieved: 'it is not among the candidates',
};

/** A query explained, for a terminal: text from outside made safe, weights to six decimals. Ends in a line feed. */
export function explainReport(of: ExplainedQuery): string {
  const { candidates, cards, cut, hits, k, query, retriever, signals, unknown } = of;
  const known = signals.length - unknown.length;
  const lines = [
    `"${visible(query, 300)}"`,
    `${retriever}, k = ${k}: ${count(candidates)} of ${counted(cards, 'card')} ${candidates === 1 ? 'is a candidate' : 'are candidates'}, ${count(hits.length)} in the pool`,
    '',
    signals.length === 0
      ? 'the query has no signal: nothing is left of its text once stopwords are dropped'
      : `${known} of the query's ${counted(signals.length, 'signal')} ${known === 1 ? 'is' : 'are'} known to the registry`,
    ...(unknown.length > 0 ? wrapped('no card has', unknown.map(named)) : []),
    ...(cut.length > 0 ? wrapped('cut off the query by the cap', cut.map(named)) : []),
    ...(hits.length > 0 ? [''] : []),
    ...hits.flatMap(hitLines),
    ...(of.card === undefined ? [] : ['', ...cardLines(of.card, hits.length)]),
  ];
  return `${lines.join('\n')}\n`;
}

function hitLines({ id, name, rank, score, sum, terms }: ExplainedHit): string[] {
  return [
    `${String(rank).padStart(3)}  ${title(id, name)}`,
    ...terms.map(termLine),
    // Both are printed: that they are one number has been checked, and can be seen.
    `     ${fixed(sum)}  sum of ${terms.length}; score ${score}`,
  ];
}

function termLine({ details, df, signal, weight }: Term): string {
  const parts = Object.entries(details ?? {}).map(([name, value]) => `${name} ${Number(value.toFixed(4))}`);
  return `     ${fixed(weight)}  ${named(signal)} (${[`df ${count(df)}`, ...parts].join(', ')})`;
}

function cardLines(card: ExplainedCard, poolSize: number): string[] {
  const { cause, id, inPool, lacking, last, lastLeads, name, rank, score, terms } = card;
  const held = terms.filter((term) => term.held);
  const cut = terms.filter((term) => term.cut);
  const absent = terms.filter((term) => !term.held && !term.cut);
  const lines = [`${title(id, name)}: ${inPool ? `in the pool, rank ${rank}` : 'not in the pool'}`];
  if (cause !== undefined) lines.push(`  ${CAUSES[cause]}`);
  if (!inPool && rank !== undefined) {
    lines.push(`  rank ${count(rank)}, score ${score}; the last of the pool, rank ${poolSize}, has ${last?.score}`);
  }
  const list = (label: string, some: readonly Term[]) =>
    some.length === 0
      ? []
      : wrapped(
          label,
          some.map(({ df, signal, weight }) => `${named(signal)} ${fixed(weight).trim()} (df ${count(df)})`),
        );
  lines.push(
    ...list('shares', held),
    ...list('cut off by the cap', cut),
    ...list('lacks', absent),
    ...(last === undefined || lastLeads.length === 0
      ? []
      : wrapped(
          `the last, ${visible(last.id, LONGEST_ID)}, has more by`,
          lastLeads.map(({ df, more, signal }) => `${named(signal)} ${fixed(more).trim()} (df ${count(df)})`),
        )),
  );
  if (inPool) return lines;
  if (lacking === undefined) {
    lines.push('  no two words of the query would bring it in');
  } else {
    const what = lacking.words.length > 0 ? lacking.words : lacking.signals;
    lines.push(
      `  would be in with ${what.map(named).join(' and ')}: score ${lacking.score}, all weights as they are` +
        (lacking.cut.length > 0 ? ' (in its text, but cut off by the cap)' : ''),
    );
  }
  return lines;
}

/** A label and a list, on lines of at most 100 columns where the items are of usual length. */
function wrapped(label: string, items: readonly string[]): string[] {
  const lines: string[] = [];
  let line = `  ${label}: `;
  for (const [i, item] of items.entries()) {
    const text = i < items.length - 1 ? `${item}, ` : item;
    if (line.length + text.trimEnd().length > 100 && line.trim() !== '') {
      lines.push(line.trimEnd());
      line = '    ';
    }
    line += text;
  }
  return [...lines, line.trimEnd()];
}

function title(id: string, name: string): string {
  const shown = visible(id, LONGEST_ID);
  return name === '' || name === id ? shown : `${shown} (${visible(name, 60)})`;
}

/** A signal; one of several words in quotes, so that it can be told from its words. */
function named(signal: string): string {
  return signal.includes(' ') ? `"${visible(signal, 80)}"` : visible(signal, 80);
}

function fixed(value: number): string {
  return value.toFixed(6).padStart(10);
}
