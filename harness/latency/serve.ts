import { performance } from 'node:perf_hooks';
import type { SearchIndex } from '../../retrievers/retriever.ts';
import type { RebuildInput, TimingMessage, TimingTask } from './processes.ts';
import { sit } from './sitting.ts';
import { processorMs } from './timer.ts';

/**
 * What a process that times does: makes its indexes, waits for its turn, times its share of the rounds. A failure of a
 * retriever is told, and not thrown.
 *
 * @param make builds or reads the indexes of all retrievers of the input, by name.
 */
export async function serveTiming(
  input: RebuildInput,
  tell: (message: TimingMessage) => void,
  task: Promise<TimingTask>,
  make: (input: RebuildInput) => Promise<ReadonlyMap<string, { readonly index: SearchIndex }>>,
): Promise<void> {
  try {
    const made = await make(input);
    tell({ ready: true });
    const { subjects, ...rest } = await task;
    const queriesPerRound = await sit({
      ...rest,
      subjects: subjects.map((subject) => {
        const index = made.get(subject.name)?.index;
        if (index === undefined) throw new Error(`${subject.name} is to be timed, and was not built`);
        return { ...subject, index };
      }),
      now: () => performance.now(),
      processorMs,
      // The parent ends this process where it is interrupted.
      signal: new AbortController().signal,
      onRound: (samplesUs) => tell({ samplesUs }),
    });
    tell({ queriesPerRound });
  } catch (error) {
    tell({ failed: error instanceof Error ? error.message : String(error) });
  }
}
