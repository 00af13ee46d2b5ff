import { parentPort, workerData } from 'node:worker_threads';
import type { Logged } from '../inverted/card-log.ts';
import type { Texts } from '../inverted/text-batch.ts';
import type { Stopwords } from '../stopwords.ts';
import { SignalReader } from './signal-reader.ts';

/*
 * What a reading thread does: it reads the texts that it is sent and sends their arrays back, to be filled again; in the
 * end it sends what it read. `reading-threads.ts` is the other side.
 */

/** What a thread is started with. */
export interface ThreadStart {
  readonly stopwords: Stopwords;
}

/** What it is sent: texts, or the end. */
export type ToThread = Texts | 'end';

/** What it answers to texts, and to the end. */
export type FromThread = Omit<Texts, 'count'> | ThreadResult;

export interface ThreadResult {
  /** The words that it met, as a `Dictionary` has them. */
  readonly characters: Uint8Array;
  readonly starts: Uint32Array;
  readonly log: Logged;
}

const port = parentPort!;
const reader = new SignalReader((workerData as ThreadStart).stopwords);

port.on('message', (message: ToThread) => {
  if (message === 'end') {
    const { dictionary, log } = reader.finish();
    dictionary.trim();
    const { characters, starts } = dictionary;
    send({ characters, starts, log }, [characters, starts, log.starts, log.holders, ...log.chunks]);
    port.close();
  } else {
    reader.read(message);
    const { ends, units } = message;
    send({ units, ends }, [units, ends]);
  }
});

/** @param given the arrays whose memory goes over to the other side. */
function send(answer: FromThread, given: readonly { readonly buffer: ArrayBufferLike }[]): void {
  port.postMessage(
    answer,
    given.map(({ buffer }) => buffer as ArrayBuffer),
  );
}
