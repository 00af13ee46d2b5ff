import type { Card } from '../../datasets/card.ts';
import type { Query } from '../../datasets/dataset.ts';
import { compareHits, type Hit } from '../../retrievers/ranking.ts';
import type { ExplainedTerm, SearchIndex } from '../../retrievers/retriever.ts';
import type { ExperimentResult } from '../experiment.ts';
import type { ExperimentLatency } from '../latency/step.ts';
import { makePause } from '../pause.ts';
import type { QueryRow, RankingRecord } from '../records.ts';
import type { Subject } from '../subjects.ts';
import type { HeldSignal, LatencySpread, PoolInsight, QueryInsight, RunInsights, WantedInsight } from './records.ts';
import { spreadOf } from './spread.ts';

/** Hits that are explained in one run: a page of some megabytes, and well under a second for the usual run. */
const EXPLAINED_HITS = 40_000;
/** Hits of one pool that are explained. */
const EXPLAINED_RANKS = 50;
/** The same, besides the right cards, where each card has to be explained by itself: that takes its time. */
const EXPLAINED_RANKS_ALONE = 10;
/** Right cards outside a pool: so many are looked at, and so many of them are kept, those with the highest scores. */
const WANTED = { looked: 10, kept: 3 };

/** What is looked at of an experiment. */
type Finished = Pick<ExperimentResult, 'dataset' | 'seed' | 'subjects' | 'rankings'> & {
  readonly queries: readonly Pick<QueryRow, 'query_id' | 'outcome' | 'success'>[];
};

/** Collects what a person needs to look into the experiments of a run, one after the other. */
export class InsightCollector {
  readonly #queries: QueryInsight[] = [];
  readonly #names: { readonly seed: string | undefined; readonly byId: Map<string, string> }[] = [];
  readonly #pools: PoolInsight[] = [];
  readonly #latency: LatencySpread[] = [];
  #unexplained = 0;
  #hitsLeft: number;

  /** @param hits how many hits may be explained, over all experiments. */
  constructor(hits: number = EXPLAINED_HITS) {
    this.#hitsLeft = hits;
  }

  /**
   * Adds an experiment that is finished. Where there are too many pools to explain, queries that somebody failed, or on
   * which retrievers part, come first.
   *
   * @throws the signal's reason on an interrupt.
   */
  async add(result: Finished, signal: AbortSignal): Promise<void> {
    const { dataset, seed, subjects } = result;
    const pause = makePause(signal);
    for (const { id, relevant, text } of dataset.queries) {
      this.#queries.push({ seed, query_id: id, text, relevant: relevant && [...relevant.keys()] });
    }
    const cardById = new Map(dataset.cards.map((card) => [card.id, card]));
    addNames(this.#namesOf(seed), result, cardById);

    const hitsOf = new Map(
      subjects.map(({ retriever: { name } }) => [
        name,
        result.rankings.filter((ranking) => ranking.retriever === name).map((ranking) => ranking.hits),
      ]),
    );
    const explainers = subjects
      .filter(({ index, retriever }) => index.explain !== undefined && !isServedBy(retriever.name, subjects))
      .map((subject) => ({ subject, explain: makeExplainer(subject.index) }));
    for (const place of mostTellingFirst(result)) {
      const query = dataset.queries[place] as Query;
      for (const { explain, subject } of explainers) {
        const hits = hitsOf.get(subject.retriever.name)?.[place] ?? [];
        const cost = Math.min(hits.length, EXPLAINED_RANKS);
        if (cost > this.#hitsLeft) {
          this.#unexplained++;
          continue;
        }
        await pause();
        this.#hitsLeft -= cost;
        const pool = await explain(query, hits, cardById);
        this.#pools.push({ seed, retriever: subject.retriever.name, query_id: query.id, ...pool });
      }
    }
  }

  /** Adds how the samples of each retriever are spread. */
  addLatency(seed: string | undefined, { samplesUs }: Pick<ExperimentLatency, 'samplesUs'>): void {
    for (const [retriever, samples] of samplesUs) this.#latency.push({ seed, retriever, bins: spreadOf(samples) });
  }

  /** The parts of an experiment have one seed, and cards of the same names. */
  #namesOf(seed: string | undefined): Map<string, string> {
    const known = this.#names.find((each) => each.seed === seed);
    if (known !== undefined) return known.byId;
    const byId = new Map<string, string>();
    this.#names.push({ seed, byId });
    return byId;
  }

  insights(): RunInsights {
    return {
      queries: this.#queries,
      names: this.#names,
      pools: this.#pools,
      unexplained: this.#unexplained,
      latency: this.#latency,
    };
  }
}

/** Whether it is the oracle of another retriever: what was proved equal need not be explained twice. */
function isServedBy(name: string, subjects: readonly Subject[]): boolean {
  return subjects.some(({ index, retriever }) => retriever.oracle === name && index.explain !== undefined);
}

function addNames(
  names: Map<string, string>,
  { dataset, rankings }: Finished,
  cardById: ReadonlyMap<string, Card>,
): void {
  const add = (id: string) => {
    if (!names.has(id)) names.set(id, cardById.get(id)?.name ?? '');
  };
  for (const { hits } of rankings) for (const { id } of hits) add(id);
  for (const { relevant } of dataset.queries) for (const id of relevant?.keys() ?? []) add(id);
}

/** Places of the queries: first those with a failure or with different outcomes, then the others. */
function mostTellingFirst({ dataset, queries }: Finished): number[] {
  const telling = new Set<string>();
  const outcomes = new Map<string, QueryRow['outcome']>();
  for (const { outcome, query_id, success } of queries) {
    if (success === false || (outcomes.has(query_id) && outcomes.get(query_id) !== outcome)) telling.add(query_id);
    outcomes.set(query_id, outcome);
  }
  const places = dataset.queries.map((_, place) => place);
  const isTelling = (place: number) => telling.has((dataset.queries[place] as Query).id);
  return [...places.filter(isTelling), ...places.filter((place) => !isTelling(place))];
}

type ExplainPool = (
  query: Query,
  hits: RankingRecord['hits'],
  cardById: ReadonlyMap<string, Card>,
) => Promise<Pick<PoolInsight, 'signals' | 'hits' | 'wanted'>>;

/**
 * Where a signal weighs the same in every card, one explanation tells all weights, and each card's signals are made
 * once for all queries; else each card is explained.
 */
function makeExplainer(index: SearchIndex): ExplainPool {
  const signalsOf = new Map<string, ReadonlySet<string>>();
  const explain = async (text: string, card: Card) => {
    const explanation = await index.explain?.(text, card);
    if (explanation === undefined) throw new Error('asked an index to explain that does not');
    return explanation;
  };
  const held = (card: Card): ReadonlySet<string> | undefined => {
    const known = signalsOf.get(card.id) ?? index.signals?.(card, { cap: true });
    if (known !== undefined) signalsOf.set(card.id, known);
    return known;
  };

  return async (query, hits, cardById) => {
    const of = (hit: Pick<Hit, 'id'>) => cardById.get(hit.id) as Card;
    const wanted = missingOf(query, hits, cardById);
    const any = hits[0] === undefined ? wanted[0] : of(hits[0]);
    if (any === undefined) return { signals: [], hits: [], wanted: [] };
    const { terms, uniform } = await explain(query.text, any);
    const explained: (HeldSignal[] | undefined)[] = [];
    for (const [i, hit] of hits.slice(0, EXPLAINED_RANKS).entries()) {
      const set = uniform ? held(of(hit)) : undefined;
      const alone = i < EXPLAINED_RANKS_ALONE || query.relevant?.has(hit.id);
      if (set !== undefined) explained.push(heldOf(terms.map((term) => ({ ...term, held: set.has(term.signal) }))));
      else if (i === 0) explained.push(heldOf(terms));
      else explained.push(alone ? heldOf((await explain(query.text, of(hit))).terms) : undefined);
    }
    const missed: WantedInsight[] = [];
    for (const card of wanted) {
      const own = (await explain(query.text, card)).terms;
      missed.push({ card_id: card.id, held: heldOf(own), cut: own.flatMap((term, i) => (term.cut ? [i] : [])) });
    }
    const counts = hits[0]?.matched !== undefined;
    const asHit = ({ card_id: id, held }: WantedInsight): Hit => ({
      id,
      score: held.reduce((sum, { weight }) => sum + weight, 0),
      matched: counts ? held.length : undefined,
    });
    missed.sort((a, b) => compareHits(asHit(a), asHit(b)));
    return {
      signals: terms.map(({ df, signal }) => ({ signal, df })),
      hits: explained,
      wanted: missed.slice(0, WANTED.kept),
    };
  };
}

/** Right cards outside the pool, the first few. */
function missingOf(query: Query, pool: readonly Hit[], cardById: ReadonlyMap<string, Card>): Card[] {
  const inPool = new Set(pool.map((hit) => hit.id));
  const missing = [...(query.relevant?.keys() ?? [])].filter((id) => !inPool.has(id)).slice(0, WANTED.looked);
  return missing.flatMap((id) => cardById.get(id) ?? []);
}

function heldOf(terms: readonly ExplainedTerm[]): HeldSignal[] {
  return terms.flatMap(({ held, weight }, signal) => (held ? [{ signal, weight }] : []));
}
