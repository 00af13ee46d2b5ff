import type { Card } from '../card.ts';
import { visible } from '../visible.ts';
import { type A2aResult, a2aCard, namesAgentCard } from './a2a.ts';
import { shownPath } from './bytes.ts';
import { detectFormat, formatWords } from './formats.ts';
import type { Gathered, Gatherer, NamedRecords, Skipped } from './gather.ts';
import { showsAgain } from './same-agent.ts';

/**
 * Gathers A2A cards. A card's id is the name of its file: its path below the folder, with forward slashes; in a file that
 * lists several, `path#0`, `path#1`, ...
 *
 * @param forced whether somebody said that these are A2A cards; then no field of a card need say so.
 */
export function gatherA2a(forced: boolean): Gatherer {
  const cards: Card[] = [];
  const versions = new Map<string, number>();

  async function add({ name, opened, problems }: NamedRecords): Promise<Gathered> {
    const { several } = opened;
    const results: { readonly line: number; readonly result: A2aResult }[] = [];
    for await (const { line, value } of opened.records) {
      const id = several ? `${name}#${results.length}` : name;
      const namedCard = !several && namesAgentCard(name);
      results.push({ line, result: forced ? a2aCard(value, id, true) : asCard(value, id, namedCard) });
    }
    problems.throwIfAny();
    const skipped: Skipped[] = [];
    for (const { line, result } of results) {
      if (result.ok) {
        cards.push(result.card);
        const version = visible(result.version, 20);
        versions.set(version, (versions.get(version) ?? 0) + 1);
      } else {
        skipped.push({ path: `${shownPath(name)}${several ? `:${line}` : ''}`, reason: result.problem });
      }
    }
    return { kept: results.length - skipped.length, skipped };
  }

  return {
    noun: 'A2A card',
    add,
    finish: () => ({ cards, notices: [describeVersions(versions), ...showsAgain(cards)] }),
  };
}

function asCard(value: unknown, id: string, namedCard: boolean): A2aResult {
  const found = detectFormat(value, namedCard);
  if (found === 'canonical') {
    return { ok: false, problem: 'holds a canonical card; a folder of those keeps them in cards.jsonl' };
  }
  if (found !== undefined && found !== 'a2a') {
    return { ok: false, problem: `holds ${formatWords(found)}, not an A2A card` };
  }
  return a2aCard(value, id, namedCard);
}

/** One line with the versions, the most frequent first. */
function describeVersions(versions: ReadonlyMap<string, number>): string {
  const sorted = [...versions].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const shown = sorted.slice(0, 12).map(([version, count]) => `${version} (${count})`);
  const rest = sorted.length > 12 ? `, and ${sorted.length - 12} others` : '';
  return `A2A protocol versions: ${shown.join(', ')}${rest}`;
}
