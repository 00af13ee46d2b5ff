import { counted } from '../datasets/counted.ts';
import { visible } from '../datasets/visible.ts';
import type { BuiltIndex, IndexMemory } from '../harness/records.ts';
import { grid } from './grid.ts';
import { count } from './numbers.ts';

/** What `index` built, for a terminal. Ends in a line feed. */
export function indexReport({ build_s, cards, file, file_bytes, memory, retriever, write_s }: BuiltIndex): string {
  const what = `${retriever} over ${counted(cards, 'card')} in ${visible(file, 200)}, ${count(file_bytes)} bytes`;
  const times = `built in ${build_s.toFixed(2)} s, written in ${write_s.toFixed(2)} s`;
  return `${what}; ${times}\n${memory === undefined ? '' : `\n${memoryTable(memory)}\n`}`;
}

function memoryTable({ index_bytes, parts, peak_bytes }: IndexMemory): string {
  const share = (bytes: number) => (index_bytes === 0 ? '-' : `${((100 * bytes) / index_bytes).toFixed(1)} %`);
  return grid([
    ['', 'bytes', 'share'],
    ...parts.map(({ bytes, part }) => [part, count(bytes), share(bytes)]),
    ['the index', count(index_bytes), ''],
    ['peak of the process', count(peak_bytes), ''],
  ]);
}
