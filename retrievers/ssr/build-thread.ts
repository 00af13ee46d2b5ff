import { parentPort, workerData } from 'node:worker_threads';
import type { Logged } from '../inverted/card-log.ts';
import { type PairJob, type Round, type SortedRound, sortRounds } from '../inverted/pair-rounds.ts';
import type { Texts } from '../inverted/text-batch.ts';
import type { Stopwords } from '../stopwords.ts';
import { SignalReader } from './signal-reader.ts';

/*
 * What a thread of a build does. It reads the texts that it is sent and sends their arrays back, to be filled again; once
 * there are no more it sends what it read; then it sorts rounds of bigrams. `build-threads.ts` is the other side.
 */

/** What a thread is started with. */
export interface ThreadStart {
  readonly stopwords: Stopwords;
}

export type ToThread =
  | { readonly is: 'texts'; readonly texts: Texts }
  | { readonly is: 'end of texts' }
  | { readonly is: 'rounds'; readonly job: PairJob; readonly rounds: readonly Round[] };

export type FromThread =
  | { readonly is: 'free arrays'; readonly units: Texts['units']; readonly ends: Texts['ends'] }
  | { readonly is: 'read'; readonly read: ReadByThread }
  | { readonly is: 'sorted'; readonly sorted: SortedRound };

/** What a thread has read: its words, as a `Dictionary` has them, and its log. */
export interface ReadByThread {
  readonly characters: Uint8Array;
  readonly starts: Uint32Array;
  readonly log: Logged;
}

const port = parentPort!;
let reader: SignalReader | undefined = new SignalReader((workerData as ThreadStart).stopwords, { shared: true });

port.on('message', (message: ToThread) => {
  switch (message.is) {
    case 'texts': {
      reader!.read(message.texts);
      const { ends, units } = message.texts;
      return send({ is: 'free arrays', units, ends }, [units, ends]);
    }
    case 'end of texts': {
      const { dictionary, log } = reader!.finish();
      reader = undefined;
      dictionary.trim();
      const { characters, starts } = dictionary;
      return send({ is: 'read', read: { characters, starts, log } }, [characters, starts, log.starts, log.holders]);
    }
    case 'rounds':
      return sortRounds(message.job, message.rounds, (sorted) => {
        const { cards, codes, ends, others, singles, targets } = sorted;
        send({ is: 'sorted', sorted }, [ends, ...others, ...targets, ...cards, ...codes, ...singles]);
      });
  }
});

/** @param given the arrays whose memory goes over to the other side; what is shared stays on both. */
function send(answer: FromThread, given: readonly { readonly buffer: ArrayBufferLike }[]): void {
  const buffers = given.map(({ buffer }) => buffer).filter((buffer) => buffer instanceof ArrayBuffer);
  port.postMessage(answer, buffers);
}
