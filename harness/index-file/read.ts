import { createHash } from 'node:crypto';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { InputError } from '../../datasets/input-error.ts';
import { pathProblem } from '../../datasets/loaders/bytes.ts';
import { visible } from '../../datasets/visible.ts';
import {
  type BuildOptions,
  type Retriever,
  type SavedArray,
  SavedIndexError,
  type SearchIndex,
} from '../../retrievers/retriever.ts';
import { shortHashes } from '../short-hashes.ts';
import { VERSION } from '../version.ts';
import {
  type ArrayEntry,
  bytesOf,
  FORMAT_VERSION,
  type Header,
  headerSchema,
  MAGIC,
  MOST_HEADER_BYTES,
  machineProblem,
  makeArray,
  PREAMBLE_BYTES,
  piecesOf,
} from './format.ts';

/** What a person does about an index that cannot be used. */
const BUILD_AGAIN = 'build it again with "npm run shortlist -- index"';

/** A saved index whose header has been read and checked; what it holds has not. */
export class IndexFile {
  readonly path: string;
  readonly header: Header;
  /** Where the arrays begin. */
  readonly #start: number;

  private constructor(path: string, header: Header, start: number) {
    this.path = path;
    this.header = header;
    this.#start = start;
  }

  /**
   * Reads the header of a file.
   *
   * @throws InputError that says what was expected and received, where it is no index, torn, damaged, or of another version.
   */
  static async open(path: string): Promise<IndexFile> {
    return withFile(path, async (file, size) => {
      const { header, start } = await readHeader(path, file, size);
      return new IndexFile(path, header, start);
    });
  }

  /** @throws InputError where the index was built over others than the cards with this hash (`CardsHash`). */
  checkCards(cards: number, sha256: string): void {
    const { cards: ours, cards_sha256 } = this.header;
    if (ours === cards && cards_sha256 === sha256) return;
    const [wanted, found] = shortHashes(sha256, cards_sha256);
    throw refusal(this.path, {
      expected: `an index over the cards of this run, ${cards} cards of hash ${wanted}`,
      received: `one over ${ours} cards of hash ${found}`,
    });
  }

  /**
   * Reads the arrays, straight to where the index will have them: nothing is copied.
   *
   * @param retriever the one that the header names.
   * @param pause asked between two pieces: throws on an interrupt.
   * @throws InputError where the file has changed since, is damaged, or was built with other stopwords or settings.
   */
  async load(
    retriever: Retriever,
    options: BuildOptions,
    pause: () => Promise<void> | undefined,
  ): Promise<SearchIndex> {
    const { cards, settings, stopwords_sha256: stopwords } = this.header;
    const arrays = await withFile(this.path, (file, size) => this.#readArrays(file, size, pause));
    if (retriever.load === undefined) throw new Error(`${retriever.name} loads no index`);
    try {
      return retriever.load({ cards, stopwords, settings, arrays }, options);
    } catch (error) {
      if (!(error instanceof SavedIndexError)) throw error;
      throw new InputError(`--index ${visible(this.path, 200)}: ${visible(error.message, 300)}; ${BUILD_AGAIN}`);
    }
  }

  async #readArrays(
    file: FileHandle,
    size: number,
    pause: () => Promise<void> | undefined,
  ): Promise<Map<string, SavedArray>> {
    // Between the reading of the header and now, another file may have come to stand there.
    checkSize(this.path, this.header, this.#start, size);
    const arrays = new Map<string, SavedArray>();
    let at = this.#start;
    for (const entry of this.header.arrays) {
      const array = memoryFor(this.path, entry);
      const hash = createHash('sha256');
      for (const piece of piecesOf(array)) {
        await pause();
        await readFully(this.path, file, piece, at);
        hash.update(piece);
        at += piece.length;
      }
      checkHash(this.path, `its "${visible(entry.name, 60)}"`, entry.sha256, hash.digest('hex'));
      arrays.set(entry.name, array);
    }
    return arrays;
  }
}

async function readHeader(path: string, file: FileHandle, size: number): Promise<{ header: Header; start: number }> {
  const problem = machineProblem();
  if (problem !== undefined)
    throw new InputError(`--index ${visible(path, 200)}: ${problem}; no saved index works here`);
  const preamble = Buffer.alloc(Math.min(size, PREAMBLE_BYTES));
  await readFully(path, file, preamble, 0);
  if (!preamble.subarray(0, MAGIC.length).equals(MAGIC.subarray(0, preamble.length)) || size === 0) {
    throw refusal(path, { expected: 'an index of Shortlist', received: 'another file' });
  }
  if (size < PREAMBLE_BYTES) throw torn(path, `at least ${PREAMBLE_BYTES}`, size);
  const version = preamble.readUInt32LE(MAGIC.length);
  if (version !== FORMAT_VERSION) {
    throw refusal(path, { expected: `version ${FORMAT_VERSION} of the format`, received: `version ${version}` });
  }
  const length = preamble.readUInt32LE(MAGIC.length + 4);
  const start = PREAMBLE_BYTES + length;
  if (length > MOST_HEADER_BYTES) {
    throw refusal(path, { expected: `a header of at most ${MOST_HEADER_BYTES} bytes`, received: `${length}` });
  }
  if (start > size) throw torn(path, `at least ${start}`, size);

  const bytes = Buffer.alloc(length);
  await readFully(path, file, bytes, PREAMBLE_BYTES);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  checkHash(path, 'its header', preamble.toString('hex', MAGIC.length + 8), sha256);
  const header = parseHeader(path, bytes.toString('utf8'));
  checkSize(path, header, start, size);
  return { header, start };
}

/** A header that is whole was written by us, but perhaps not by this version of us. */
function parseHeader(path: string, text: string): Header {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    // Left undefined: no header either.
  }
  const shortlist = headerSchema.shape.shortlist.safeParse((content as { shortlist?: unknown } | undefined)?.shortlist);
  if (shortlist.success && shortlist.data !== VERSION) {
    const received = `one of Shortlist ${visible(shortlist.data, 40)}`;
    throw refusal(path, { expected: `an index of Shortlist ${VERSION}`, received });
  }
  const header = headerSchema.safeParse(content);
  if (header.success) return header.data;
  throw refusal(path, { expected: `a header of version ${FORMAT_VERSION}`, received: 'another' });
}

/** Before any memory is taken for the arrays: together with the header they make up the file. */
function checkSize(path: string, { arrays }: Header, start: number, size: number): void {
  const expected = arrays.reduce((sum: number, entry: ArrayEntry) => sum + bytesOf(entry), start);
  if (size !== expected) throw torn(path, `${expected}`, size);
}

/** @throws InputError where there is not so much memory. */
function memoryFor(path: string, entry: ArrayEntry): SavedArray {
  try {
    return makeArray(entry);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const room = `${visible(entry.name, 60)} takes ${bytesOf(entry)} bytes, which this machine does not give`;
    throw new InputError(`--index ${visible(path, 200)}: ${room}`);
  }
}

function checkHash(path: string, what: string, expected: string, received: string): void {
  if (expected === received) return;
  const [wanted, found] = shortHashes(expected, received);
  throw refusal(path, { expected: `${what} with the checksum ${wanted}`, received: `${found}: it is damaged` });
}

function torn(path: string, expected: string, received: number): InputError {
  return refusal(path, { expected: `${expected} bytes`, received: `${received}: it is torn` });
}

function refusal(path: string, { expected, received }: { expected: string; received: string }): InputError {
  return new InputError(`--index ${visible(path, 200)}: expected ${expected}, received ${received}; ${BUILD_AGAIN}`);
}

/** Fills an array from a place in the file. */
async function readFully(path: string, file: FileHandle, into: Uint8Array, from: number): Promise<void> {
  for (let done = 0; done < into.length; ) {
    const { bytesRead } = await file.read(into, done, into.length - done, from + done);
    if (bytesRead === 0) throw torn(path, `at least ${from + into.length}`, from + done);
    done += bytesRead;
  }
}

/** Opens a file for a reader. What the system refuses comes out as an InputError. */
async function withFile<T>(path: string, read: (file: FileHandle, size: number) => Promise<T>): Promise<T> {
  let file: FileHandle | undefined;
  try {
    // Looked at before it is opened: opening a pipe waits for somebody to write into it.
    if (!(await stat(path)).isFile()) throw refusal(path, { expected: 'a file', received: 'a folder or a device' });
    file = await open(path, 'r');
    const { size } = await file.stat();
    return await read(file, size);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new InputError(`--index ${visible(path, 200)}: ${pathProblem(error)}`);
  } finally {
    await file?.close();
  }
}
