import { readFileSync } from 'node:fs';
import type { Card } from '../../datasets/card.ts';
import { sha256 } from '../manifest.ts';
import { plainLine } from './plain-line.ts';

const NAME = 'choose-v1';

/** Code points of a field that go into a prompt, at most. */
const LONGEST = { query: 4000, id: 200, name: 200, text: 1200 } as const;

/** A prompt that asks for one number of a list. */
export interface Prompt {
  /** With its version. */
  readonly name: string;
  /** Of the template, in hex. */
  readonly sha256: string;
}

const TEMPLATE = readFileSync(new URL(`./prompts/${NAME}.txt`, import.meta.url), 'utf8')
  .replaceAll('\r\n', '\n')
  .trimEnd();

export const PROMPT: Prompt = { name: NAME, sha256: sha256(TEMPLATE) };

const [HEAD = '', TAIL = ''] = TEMPLATE.split('{{agents}}\n');

/** The prompt up to its list; ends with a line feed. @param count how many agents the list has. */
export function promptHead(query: string, count: number): string {
  // The query is put in last: a placeholder that stands in it stays what it is.
  const [before = '', after = ''] = HEAD.replaceAll('{{count}}', String(count)).split('{{query}}');
  return `${before}${JSON.stringify(plainLine(query, LONGEST.query))}${after}`;
}

/** The prompt from the end of its list; begins with a letter. */
export function promptTail(count: number): string {
  return TAIL.replaceAll('{{count}}', String(count));
}

/** The number of an agent, with the colon behind it. */
export function agentNumber(position: number): string {
  return `${position}:`;
}

const lines = new WeakMap<Card, string>();

/**
 * An agent as it stands behind its number: a space, one JSON object, a line feed. The object is all that the agent says
 * of itself, in the order of the card, each field cut to its longest.
 */
export function agentLine(card: Card): string {
  const known = lines.get(card);
  if (known !== undefined) return known;
  const { description, examples, id, name, skills, tags, tools } = card;
  const text = [description, ...skills, ...tags, ...examples, ...tools].filter((each) => each !== '').join(' · ');
  const shown = {
    id: plainLine(id, LONGEST.id),
    name: plainLine(name, LONGEST.name),
    text: plainLine(text, LONGEST.text),
  };
  const line = ` ${JSON.stringify(shown)}\n`;
  lines.set(card, line);
  return line;
}

/** The whole prompt: the request, the numbered pool, and what is asked for. Well formed, whatever the texts hold. */
export function renderPrompt(query: string, pool: readonly Card[]): string {
  const agents = pool.map((card, i) => `${agentNumber(i + 1)}${agentLine(card)}`);
  return `${promptHead(query, pool.length)}${agents.join('')}${promptTail(pool.length)}`;
}
