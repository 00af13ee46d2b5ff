/**
 * A number with its thousands apart and the word for what is counted, in the form that the number asks for.
 *
 * @param many the plural where it is not `one` with an s.
 */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** `query` or `queries`, which most counts are of. */
export function countedQueries(count: number): string {
  return counted(count, 'query', 'queries');
}
