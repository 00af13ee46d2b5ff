import { z } from 'zod';
import type { Card } from '../card.ts';
import { visible } from '../visible.ts';
import { place, shownPath } from './bytes.ts';
import type { Gathered, Gatherer, NamedRecords, Skipped } from './gather.ts';
import { splitIdentifier } from './identifier.ts';
import { plural, schemaProblem } from './problems.ts';
import { readTool } from './tools.ts';

const requestSchema = z.object({ function: z.array(z.unknown()) });

/**
 * Gathers the functions of BFCL requests (`{id, question, function: [...]}`): a card for each name, from the definition
 * that comes first. The same function stands in many requests, often in other words; a card for each wording would make
 * all but one of them wrong answers.
 */
export function gatherBfcl(): Gatherer {
  const cards = new Map<string, Card>();
  /** The definitions of each name, to count the wordings. */
  const wordings = new Map<string, Set<string>>();

  async function add({ name, opened, problems }: NamedRecords): Promise<Gathered> {
    const values: { readonly at: string; readonly value: unknown }[] = [];
    for await (const { line, value } of opened.records) {
      values.push({ at: opened.several ? place(name, line) : shownPath(name), value });
    }
    problems.throwIfAny();
    let kept = 0;
    const skipped = values.flatMap(({ at, value }): readonly Skipped[] => {
      const parsed = requestSchema.safeParse(value);
      if (!parsed.success) return [{ path: at, reason: schemaProblem(parsed.error, value) }];
      return parsed.data.function.flatMap((definition, i) => {
        const result = readTool(definition, 'openai');
        if (!result.ok) return [{ path: visible(`${at} function[${i}]`, 200), reason: result.problem }];
        const { name: id, description, parameters } = result.tool;
        const card = {
          id,
          name: splitIdentifier(id),
          description,
          skills: [],
          tags: [],
          examples: [],
          tools: parameters,
        };
        kept++;
        if (!cards.has(id)) cards.set(id, card);
        wordings.set(id, (wordings.get(id) ?? new Set()).add(JSON.stringify([description, parameters])));
        return [];
      });
    });
    return { kept, skipped };
  }

  function finish() {
    const several = [...wordings.values()].filter(({ size }) => size > 1).length;
    const notices = [`${plural(cards.size, 'function')} by name, each as it is defined first`];
    if (several > 0) notices.push(`${plural(several, 'function')} defined in several wordings`);
    return { cards: [...cards.values()], notices };
  }

  return { noun: 'function', add, finish };
}
