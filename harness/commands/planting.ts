import { invisibleInCard, stripInvisible } from '../../datasets/invisible.ts';
import { SIGNAL_CAP } from '../../retrievers/signals.ts';
import { STOPWORDS_V1 } from '../../retrievers/stopwords.ts';
import type { Plant } from '../config/plants.ts';
import type { Source } from '../config/source.ts';
import type { Plan, Surroundings } from '../experiment.ts';
import { type Planted, plantInto } from '../hostile/planted.ts';
import { ReplyWatch } from '../hostile/reply-watch.ts';
import { datasetsOf, type Loaded, ofOption } from './inputs.ts';

/** A dataset, with hostile cards in it where any were asked for. */
export type PlantedDataset = Loaded & { readonly planted?: Planted };

/** What the cards of a run follow from. */
interface Given {
  readonly source: Source;
  readonly plants: readonly Plant[];
  /** What hostile cards follow from where the cards have no seed of their own. */
  readonly sampleSeed: string;
}

/** What is published of the retrievers: the default stopwords, so that hostile cards do not follow from the run's. */
const RULES = { stopwords: STOPWORDS_V1.words, cap: SIGNAL_CAP };

/** The datasets of a run, one at a time, with hostile cards in them where any are to be planted. */
export async function* plantedDatasets(
  { plants, sampleSeed, source }: Given,
  world: Surroundings,
): AsyncGenerator<PlantedDataset> {
  const strip = source.kind === 'files' && source.stripInvisible;
  for await (const loaded of datasetsOf(source, world)) {
    if (plants.length === 0) {
      yield loaded;
      continue;
    }
    world.onProgress('planting hostile cards', 0, 0);
    const attack = {
      plants,
      seed: loaded.seed ?? sampleSeed,
      rules: RULES,
      clean: strip ? stripInvisible : <T>(card: T) => card,
    };
    const made = await ofOption('plant', async () => plantInto(loaded, attack));
    yield { ...loaded, ...made, notices: [...loaded.notices, ...plantedNotices(made.planted, loaded.seed, strip)] };
  }
}

/** What is in the registry besides its own cards. A line each. */
function plantedNotices({ byKind, honest }: Planted, seed: string | undefined, stripped: boolean): string[] {
  const counts = [...byKind].map(([kind, cards]) => `${cards.length} ${kind}`).join(', ');
  const hidden = [...byKind.values()].flat().map(invisibleInCard);
  const characters = hidden.reduce((sum, count) => sum + count, 0);
  const carriers = hidden.filter((count) => count > 0).length;
  return [
    `hostile cards are planted in this registry: ${counts}, beside ${honest[0]?.cards.length} honest ones`,
    ...(characters > 0
      ? [
          `${characters} invisible characters in ${carriers} hostile cards${seed === undefined ? '' : ` of seed ${seed}`}`,
        ]
      : []),
    ...(stripped ? ['invisible characters were removed from hostile cards too'] : []),
  ];
}

/** What these answer is no reply that an order in a card could change. */
const DEAF: ReadonlySet<string> = new Set(['first', 'oracle']);

/** The plan of an experiment with planted cards: replies are read for the word that injected orders ask for. */
export function watchingReplies<P extends Plan>(
  plan: P,
  planted: Planted | undefined,
  orchestrator: string,
): { readonly plan: P; readonly replies: ReplyWatch | undefined } {
  if (planted === undefined || DEAF.has(orchestrator)) return { plan, replies: undefined };
  const replies = new ReplyWatch(planted.canary);
  const makeOrchestrator: Plan['makeOrchestrator'] = async (dataset, seed) =>
    replies.watch(await plan.makeOrchestrator(dataset, seed));
  return { plan: { ...plan, makeOrchestrator }, replies };
}
