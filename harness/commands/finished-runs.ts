import { idOfTrec, trecFileName } from '../../reports/trec.ts';
import type { FinishedRun } from '../finished-runs/finished-run.ts';
import { readRun } from '../finished-runs/read-run.ts';

/** Reads the folder of a finished run. @throws InputError for what is not as a run writes it. */
export function readFinishedRun(path: string): Promise<FinishedRun> {
  return readRun(path, { nameOf: (seed, several) => trecFileName(['qrels'], seed, several), idOf: idOfTrec });
}
