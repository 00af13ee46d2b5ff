import type { Card } from '../datasets/card.ts';
import type { Dataset } from '../datasets/dataset.ts';
import { InputError } from '../datasets/input-error.ts';
import type { Retriever, SearchIndex } from '../retrievers/retriever.ts';
import type { Plan, Surroundings } from './experiment.ts';
import { CardsHash } from './index-file/cards-hash.ts';
import { RetrieverError } from './ranking-check.ts';

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
      subjects.set(retriever.name, { retriever, index, loadMs: world.now() - start });
      continue;
    }
    const start = world.now();
    const index = await explained(retriever.name, 'build', () => retriever.build(pausing(cards, pause), plan.options));
    subjects.set(retriever.name, { retriever, index, buildMs: world.now() - start });
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

/**
 * Runs a retriever's own code.
 *
 * @throws RetrieverError with its name and what it was doing, for whatever it throws; but what its cards throw, as it is.
 */
export async function explained<T>(retriever: string, doing: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof InputError || (error instanceof Error && error.name === 'AbortError')) throw error;
    throw new RetrieverError(`${retriever}, ${doing}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
