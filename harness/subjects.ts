import type { Card } from '../datasets/card.ts';
import type { Dataset } from '../datasets/dataset.ts';
import type { Retriever, SearchIndex } from '../retrievers/retriever.ts';
import { checkIndex } from './answer-check.ts';
import type { Plan, Surroundings } from './experiment.ts';
import { CardsHash } from './index-file/cards-hash.ts';
import { explained } from './retriever-code.ts';

/** A retriever's index over one dataset, and how long it took to build it, or else to read it from a file. */
export interface Subject {
  readonly retriever: Retriever;
  readonly index: SearchIndex;
  readonly buildMs?: number;
  readonly loadMs?: number;
}

/**
 * Builds or reads every index of an experiment.
 *
 * @returns by name: the retrievers and their oracles.
 * @throws RetrieverError where a retriever throws; InputError where a saved index cannot be used; the signal's reason on an
 *   interrupt.
 */
export async function makeSubjects(
  { cards }: Dataset,
  plan: Pick<Plan, 'options' | 'oracles' | 'retrievers' | 'saved'>,
  world: Surroundings,
  pause: () => Promise<void> | undefined,
): Promise<ReadonlyMap<string, Subject>> {
  const wanted = new Map([...plan.retrievers, ...plan.oracles.values()].map((each) => [each.name, each]));
  const subjects = new Map<string, Subject>();
  let hash: CardsHash | undefined;
  for (const retriever of wanted.values()) {
    const file = plan.saved?.get(retriever.name);
    world.onProgress(`${file ? 'reading' : 'building'} ${retriever.name}`, subjects.size, wanted.size);
    await pause();
    if (file !== undefined) {
      hash ??= await CardsHash.of(cards, pause);
      file.checkCards(hash.cards, hash.digest());
      const start = world.now();
      const index = await file.load(retriever, plan.options, pause);
      const loadMs = world.now() - start;
      checkIndex(retriever.name, index, cards.length);
      subjects.set(retriever.name, { retriever, index, loadMs });
      continue;
    }
    const start = world.now();
    const index = await explained(retriever.name, 'build', () => retriever.build(pausing(cards, pause), plan.options));
    const buildMs = world.now() - start;
    checkIndex(retriever.name, index, cards.length);
    subjects.set(retriever.name, { retriever, index, buildMs });
  }
  return subjects;
}

/** The cards as a stream that lets an interrupt stop a build between two cards, by throwing from inside its loop. */
export async function* pausing(cards: readonly Card[], pause: () => Promise<void> | undefined): AsyncGenerator<Card> {
  for (const card of cards) {
    const wait = pause();
    if (wait !== undefined) await wait;
    yield card;
  }
}
