import { MAX_SERVER_BYTES, MeteredBytes } from './limits.ts';

/** `fetch` as the MCP SDK calls it. */
type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * A `fetch` whose answers may hold so many bytes in all. What is beyond is not read: the body fails.
 *
 * @param onProblem is told, in a few words, that the bound was passed.
 */
export function meteredFetch(onProblem: (problem: string) => void, maxBytes = MAX_SERVER_BYTES): Fetch {
  const meter = new MeteredBytes(maxBytes);
  return async (url, init) => {
    const response = await fetch(url, init);
    if (response.body === null) return response;
    const metered = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          if (meter.take(chunk.length)) {
            controller.enqueue(chunk);
            return;
          }
          onProblem(`longer than ${maxBytes} bytes`);
          controller.error(new Error('too long'));
        },
      }),
    );
    const { headers, status, statusText } = response;
    return new Response(metered, { headers, status, statusText });
  };
}
