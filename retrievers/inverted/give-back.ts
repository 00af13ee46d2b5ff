import { MessageChannel, type MessagePort } from 'node:worker_threads';

/** Closed, so that what is sent into it is let go. Undefined until it is. */
let nowhere: MessagePort | undefined;
const { port1 } = new MessageChannel();
port1.once('close', () => {
  nowhere = port1;
});
port1.close();

/**
 * Gives the memory of arrays back at once. The garbage collector would do so later: it has no cause to run while a loop
 * fills arrays and makes no objects, and in such loops a build spends its time.
 *
 * @param arrays not used any more: they have no elements afterwards. Those whose memory is shared stay as they are.
 */
export function giveBack(arrays: readonly { readonly buffer: ArrayBufferLike }[]): void {
  const buffers = arrays.map(({ buffer }) => buffer).filter((buffer) => buffer instanceof ArrayBuffer);
  nowhere?.postMessage(undefined, [...new Set(buffers)]);
}
