import { InputError } from '../../datasets/input-error.ts';
import { place, shownPath } from '../../datasets/loaders/bytes.ts';
import { readLines } from '../../datasets/loaders/lines.ts';
import { parseRule, RuleError } from './parse.ts';
import type { Rule } from './rule.ts';

/**
 * Reads a file of rules: one a line; blank lines, and lines that begin with `#`, are passed over.
 *
 * @throws InputError with file and line for a rule that cannot be read, and for a file without a rule.
 */
export async function loadRules(path: string): Promise<readonly Rule[]> {
  const rules: Rule[] = [];
  for await (const { line, text } of readLines(path)) {
    if (/^\s*(?:#|$)/.test(text)) continue;
    try {
      rules.push(parseRule(text));
    } catch (error) {
      if (error instanceof RuleError) throw new InputError(`${place(path, line)}: ${error.message}`);
      throw error;
    }
  }
  if (rules.length === 0) throw new InputError(`${shownPath(path)}: holds no rule`);
  return rules;
}
