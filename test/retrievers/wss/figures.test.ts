import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Card } from '../../../datasets/card.ts';
import type { Query } from '../../../datasets/dataset.ts';
import { loadQueries, loadRegistry } from '../../../datasets/loaders/registry.ts';
import { mean } from '../../../harness/evaluation/statistics.ts';
import { ndcgAt } from '../../../harness/metrics/ndcg.ts';
import { recallAt } from '../../../harness/metrics/recall.ts';
import { bm25 } from '../../../retrievers/bm25.ts';
import type { Retriever } from '../../../retrievers/retriever.ts';
import { STOPWORDS_V1 } from '../../../retrievers/stopwords.ts';
import { wss } from '../../../retrievers/wss/retriever.ts';
import { scifact, sharedData } from '../../shared-data.ts';

interface Collection {
  readonly cards: readonly Card[];
  readonly queries: readonly Query[];
}

const data = sharedData();

async function canonical(folder: string, cards: string, queries: string): Promise<Collection> {
  const from = join(data!, folder, 'canonical');
  return {
    cards: (await loadRegistry(join(from, cards))).cards,
    queries: await loadQueries(join(from, queries)),
  };
}

/** Mean recall@20 and nDCG@10 over the judged queries: to four decimals, as trec_eval prints them, and of those to three. */
async function figures(retriever: Retriever, { cards, queries }: Collection): Promise<[number, number]> {
  const index = await retriever.build(cards, { stopwords: STOPWORDS_V1 });
  const recall: number[] = [];
  const ndcg: number[] = [];
  for (const { relevant, text } of queries) {
    if (relevant === undefined || relevant.size === 0) continue;
    const ranking = (await index.search(text, 20)).map((hit) => hit.id);
    recall.push(recallAt(20)(ranking, relevant));
    ndcg.push(ndcgAt(10)(ranking, relevant));
  }
  return [published(mean(recall)!), published(mean(ndcg)!)];
}

/** In thousandths. */
function published(value: number): number {
  return Math.round(Math.round(value * 10_000) / 10);
}

describe.skipIf(data === undefined)('recall@20 and nDCG@10 on real data', () => {
  test.each([
    ['bfcl-live', () => canonical('bfcl-live', 'cards.jsonl', 'queries.jsonl'), [934, 760], [919, 730]],
    [
      'livemcpbench tools',
      () => canonical('livemcpbench', 'tools.jsonl', 'tool-queries.jsonl'),
      [614, 379],
      [595, 362],
    ],
    [
      'livemcpbench servers',
      () => canonical('livemcpbench', 'servers.jsonl', 'server-queries.jsonl'),
      [868, 674],
      [848, 651],
    ],
    ['scifact', scifact, [873, 699], [820, 665]],
  ] as const)('%s', async (_, load, ofWss, ofBm25) => {
    const collection = await load();
    expect(await figures(wss, collection)).toEqual(ofWss);
    expect(await figures(bm25, collection)).toEqual(ofBm25);
  });
});
