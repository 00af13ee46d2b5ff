import { visible } from '../visible.ts';

/** The last part of a program's path, safe to print: its arguments may hold what is secret. */
export function programName(command: string): string {
  return visible(command.split(/[/\\]/).at(-1) ?? '', 60);
}
