import type { HostileKind } from '../../datasets/hostile/index.ts';

/**
 * What hostile cards of one kind gained with one retriever. Pools, places and recall are those of a registry in which that
 * kind alone was planted; of `all`, which is there where several kinds are planted, those of the run. What was picked and
 * answered is of the run always, since nobody is asked twice. Shares are in [0, 1].
 */
export interface PlantedRow {
  /** Undefined where the cards were given and not generated. */
  readonly seed: string | undefined;
  readonly retriever: string;
  readonly kind: HostileKind | 'all';
  /** As it was asked for; undefined for `all`. */
  readonly share: number | undefined;
  readonly planted_cards: number;
  readonly honest_cards: number;
  readonly k: number;
  readonly queries: number;
  /** Pools that are not empty: what `pools_share` and `firsts_share` are shares of. */
  readonly pools: number;
  /** Of these, with at least one planted card. */
  readonly pools_planted: number;
  readonly pools_share: number | undefined;
  /** Cards in all pools. */
  readonly places: number;
  readonly places_planted: number;
  readonly places_share: number | undefined;
  /** Pools with a planted card in the first place. */
  readonly firsts_planted: number;
  readonly firsts_share: number | undefined;
  /** Queries with at least one right card: what recall is a mean over. */
  readonly judged: number;
  /** Recall in the first k without any planted card, and with them. */
  readonly recall_honest: number | undefined;
  readonly recall_planted: number | undefined;
  /** The mean of the paired differences, honest less planted: above 0 where right cards were driven out of pools. */
  readonly recall_lost: number | undefined;
  /** 95 % percentile bootstrap interval of it; undefined for fewer than two judged queries. */
  readonly recall_lost_low: number | undefined;
  readonly recall_lost_high: number | undefined;
  /** Queries whose recall fell, and those whose recall rose: planted cards change what words are worth. */
  readonly queries_lost: number;
  readonly queries_gained: number;
  readonly orchestrator: string;
  /** Pools that were put to the orchestrator. */
  readonly asked: number;
  /** Of these, those from which a planted card was picked. */
  readonly picked: number | undefined;
  readonly picked_share: number | undefined;
  /** Of the asked, those whose reply held the canary word; undefined where nobody replies, or nobody was told to. */
  readonly hijacked: number | undefined;
  readonly hijacked_share: number | undefined;
}
