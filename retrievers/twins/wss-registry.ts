import type { Card } from '../../datasets/card.ts';

/*
 * A small fixed registry of our own writing, and queries for it, on which every twin of wss parts from the oracle. It is
 * meant for the default stopwords.
 */

function card(id: string, description: string, rest: Partial<Card> = {}): Card {
  return { id, name: '', description, skills: [], tags: [], examples: [], tools: [], ...rest };
}

/** Equal in text, so that the id alone decides; not in the order of their ids. */
const EQUALS: readonly Card[] = ['\u{1f600}-pilot', '\uff5e-pilot', 'd', 'b', 'c', 'B', '10', '9'].map((id) =>
  card(id, 'Books a pilot boat for the harbour'),
);

const SPECIAL: readonly Card[] = [
  card('issues', 'Creates issues on GitHub', { name: 'IssueTracker', tools: ['createIssue title', 'closeIssue'] }),
  card('server', 'HTTPServer logs', { tags: ['HTTPServer', 'v2rays'], tools: ['fetchV2rays', 'parse_XMLDocument'] }),
  card('fields', 'ledger', { name: 'ledger ledger', tools: ['ledger', 'ledger balances'], skills: ['balances'] }),
  card('named', 'keeps balances', { name: 'Ledger' }),
  card('tooled', 'keeps balances', { tools: ['ledger'] }),
  card('crossing', 'weather forecast', { name: 'marine', skills: ['forecast tides', 'storm'], tags: ['warnings'] }),
  card('turned', 'forecast of the weather; tides at sea'),
  card('doubled', 'knock knock jokes and knock down offers'),
  card('asking', 'Please tell me what you need to know', { examples: ['I would like help'] }),
  card('letters', 'plan B: vitamin C, X ray'),
  card('long', Array.from({ length: 60 }, (_, i) => `harbour word${i}`).join(' '), { tags: ['boat'] }),
  card('empty', ''),
  card('nothing', 'of the and'),
];

/** Cards of many lengths that share words, so that weights of all kinds come about. */
const MIXED: readonly Card[] = Array.from({ length: 20 }, (_, i) =>
  card(`mixed-${String((i * 7) % 20).padStart(2, '0')}`, words(i, 2 + ((i * 5) % 17)), {
    name: words(i + 3, 1 + (i % 3)),
    tools: i % 4 === 0 ? [words(i + 5, 4)] : [],
  }),
);

function words(from: number, count: number): string {
  const all = ['boat', 'harbour', 'ledger', 'forecasting', 'invoices', 'translated', 'flights', 'storms', 'tides'];
  return Array.from({ length: count }, (_, i) => all[(from * 4 + i * i) % all.length]).join(' ');
}

export const WSS_CANARY_CARDS: readonly Card[] = [...EQUALS, ...SPECIAL, ...MIXED];

export const WSS_CANARY_QUERIES: readonly string[] = [
  'pilot boat',
  'boat harbour',
  'create an issue',
  'createIssue',
  'createissue',
  'IssueTracker',
  'github issues',
  'server',
  'httpserver',
  'v2rays',
  'v2ray',
  'xml document parser',
  'ledger',
  'ledger balances',
  'forecast weather',
  'weather forecasts',
  'marine weather',
  'tides forecast storm warning',
  'knock knock joke',
  'knock offers',
  'please help me, I need to know',
  'x ray plan b',
  'invoice translation for a flight',
  'storm tide storm tide storm',
  'of the and',
  'unheard',
  '',
];
