import type { PlantedRow } from '../../harness/records.ts';
import { ofKinds } from '../planted.ts';
import { html, type Markup } from './markup.ts';
import { percent, type View, whole } from './view.ts';

/** What each kind is, in a few words. */
const KINDS: Readonly<Record<PlantedRow['kind'], string>> = {
  stuffing: 'one word, 200 times',
  spread: 'as many common words as count',
  clones: 'popular cards again, nearly',
  injection: 'popular cards with orders to the model',
  lookalike: 'popular cards under names that only look the same',
  all: 'all kinds together',
};

/** The part about planted cards; nothing where none were planted. */
export function plantedSection({ k, records: { planted }, seeds }: View): Markup | undefined {
  const [first] = planted;
  if (first === undefined) return undefined;
  const several = seeds.length > 1;
  const replies = planted.some(({ hijacked }) => hijacked !== undefined);
  const head = [
    ...['retriever', ...(several ? ['seed'] : []), 'pools', 'places', 'first places'],
    ...[
      `recall in ${k} without`,
      'with',
      'points lost',
      '95\u00a0% interval',
      'picked',
      ...(replies ? ['hijacked'] : []),
    ],
  ];
  const groups = ofKinds(planted).map(
    (
      rows,
    ) => html`<tbody><tr><th scope="rowgroup" colspan="${head.length}">${rows[0]?.kind} <span class="note">${whole(rows[0]?.planted_cards ?? 0)} ${rows[0]?.planted_cards === 1 ? 'card' : 'cards'}: ${KINDS[rows[0]?.kind ?? 'all']}</span></th></tr>
${rows.map((row) => html`<tr><th scope="row">${row.retriever}</th>${cells(row, several, replies).map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>`,
  );
  const alone = planted.some(({ kind }) => kind === 'all');
  return html`
<section id="planted" aria-labelledby="planted-heading">
<h2 id="planted-heading">Hostile cards</h2>
<p>Cards that want to be chosen without being right were planted beside ${whole(first.honest_cards)} honest ones. Who made them has read the cards, and no query. Pools: the share that holds such a card; then their share of all places, and of first places${alone ? '. Each kind was measured alone, and all of them together as in this run' : ''}. Picked: of the pools that the orchestrator "${first.orchestrator}" saw in this run, the share from which it took such a card.${replies ? ' Hijacked: the share answered with the word that injected orders ask for.' : ''}</p>
<div class="scroll" tabindex="0" role="region" aria-label="What hostile cards gained"><table class="figures">
<thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
${groups}</table></div>
</section>`;
}

function cells(row: PlantedRow, several: boolean, replies: boolean): string[] {
  const { recall_lost_high: high, recall_lost_low: low } = row;
  return [
    ...(several ? [row.seed ?? ''] : []),
    ...[row.pools_share, row.places_share, row.firsts_share].map((value) => percent(value)),
    ...[percent(row.recall_honest), percent(row.recall_planted), points(row.recall_lost)],
    low === undefined || high === undefined ? '–' : `${points(low)} to ${points(high)}`,
    ...[row.picked_share, ...(replies ? [row.hijacked_share] : [])].map((value) => percent(value)),
  ];
}

/** A share as points of a percentage. */
function points(share: number | undefined): string {
  if (share === undefined) return '–';
  return (share * 100)
    .toFixed(1)
    .replace(/^-(?=0\.0$)/, '')
    .replace('-', '−');
}
