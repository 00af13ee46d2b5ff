import { visible } from '../../datasets/visible.ts';
import type { Retriever } from '../../retrievers/retriever.ts';
import { UsageError } from '../config/options.ts';
import { IndexFile } from '../index-file/read.ts';

/**
 * Opens the files of `--index`. What they hold is read later, once the cards are there.
 *
 * @returns the files by the name of their retriever.
 * @throws InputError for a file that is no index that could be used; UsageError where its retriever does not run, or two
 *   files have the index of one.
 */
export async function openIndexes(
  paths: readonly string[],
  retrievers: readonly Retriever[],
): Promise<ReadonlyMap<string, IndexFile>> {
  const files = new Map<string, IndexFile>();
  for (const path of paths) {
    const file = await IndexFile.open(path);
    const { retriever } = file.header;
    if (!retrievers.some(({ load, name }) => name === retriever && load !== undefined)) {
      const names = retrievers.map(({ name }) => name).join(', ');
      throw new UsageError(
        `--index ${visible(path, 200)}: expected the index of one of --retrievers, ${visible(names, 200)}, received one of ${visible(retriever, 60)}; add it to --retrievers or leave this file out`,
      );
    }
    const other = files.get(retriever);
    if (other !== undefined) {
      throw new UsageError(
        `--index ${visible(path, 200)}: expected one index of ${retriever}, received another in ${visible(other.path, 200)}; leave one of them out`,
      );
    }
    files.set(retriever, file);
  }
  return files;
}
