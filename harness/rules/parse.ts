import { visible } from '../../datasets/visible.ts';
import { COMPARATORS, type Comparator, type Expression, type Reference, type Rule, referencesOf } from './rule.ts';

/** What a rule may look like, for help and messages. */
export const RULE_FORM = "'RETRIEVER.COLUMN >= 0.9'";

/** How a kind of query is named that is not one word. */
export const QUOTED_KINDS =
  'a kind that is not one word stands in quotes, ssr["two words"].recall_at_k, and ssr[""] is the queries without a kind';

/** A rule that cannot be read. */
export class RuleError extends Error {
  override readonly name = 'RuleError';
}

/** Long enough for any rule, short enough that no reader runs out of stack. */
const LONGEST = 1000;

/**
 * Reads a rule: two sides with a comparison between them. A side adds, subtracts, multiplies and divides numbers and
 * figures; a figure is `RETRIEVER.COLUMN`, or `RETRIEVER[KIND].COLUMN` for the queries of a kind, and with `baseline.` in
 * front it is that of the baseline run. `baseline` alone is the baseline's value of the one figure that the rule names.
 *
 * @throws RuleError with the position (from 1), what was expected and what came.
 */
export function parseRule(text: string): Rule {
  if (text.length > LONGEST) throw new RuleError(`expected a rule of at most ${LONGEST} characters`);
  const reader = new RuleReader(text);
  const left = reader.sum();
  const comparator = reader.comparator();
  const right = reader.sum();
  reader.end();
  return reader.resolved({ text: text.trim(), left, comparator, right });
}

/** Stands for `baseline` alone until the rule is known as a whole. */
const SAME: Reference = { kind: 'reference', baseline: true, retriever: '', column: '' };

/** A reader that goes through the text once, from left to right. */
class RuleReader {
  readonly #text: string;
  #at = 0;
  /** Where `baseline` first stands alone. */
  #sameAt: number | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  sum(): Expression {
    let left = this.#product();
    for (let operator = this.#take(/[+-]/y); operator !== undefined; operator = this.#take(/[+-]/y)) {
      left = { kind: 'operation', operator: operator as '+' | '-', left, right: this.#product() };
    }
    return left;
  }

  comparator(): Comparator {
    const found = this.#take(/==|!=|<=|>=|<|>/y);
    const known = COMPARATORS.find((comparator) => comparator === found);
    return known ?? this.#fail(`a comparison (${COMPARATORS.join(' ')})`);
  }

  end(): void {
    if (this.#peek() !== '') this.#fail('+, -, *, / or the end of the rule');
  }

  /** Puts the figure that `baseline` alone stands for in its place. */
  resolved(rule: Rule): Rule {
    const named = referencesOf(rule.left, rule.right).filter(({ column }) => column !== '');
    if (named.length === 0) throw new RuleError(`expected a rule about a figure, such as ${RULE_FORM}`);
    if (this.#sameAt === undefined) return rule;
    const [figure] = named;
    if (figure === undefined || named.length > 1 || figure.baseline) {
      this.#at = this.#sameAt;
      return this.#fail('baseline.RETRIEVER.COLUMN, since the rule names more than one figure');
    }
    const same = { ...figure, baseline: true };
    return { ...rule, left: replaced(rule.left, same), right: replaced(rule.right, same) };
  }

  #product(): Expression {
    let left = this.#factor();
    for (let operator = this.#take(/[*/]/y); operator !== undefined; operator = this.#take(/[*/]/y)) {
      left = { kind: 'operation', operator: operator as '*' | '/', left, right: this.#factor() };
    }
    return left;
  }

  #factor(): Expression {
    if (this.#take(/-/y) !== undefined) return { kind: 'negative', of: this.#factor() };
    if (this.#take(/\(/y) !== undefined) {
      const inner = this.sum();
      if (this.#take(/\)/y) === undefined) this.#fail('+, -, *, / or ")"');
      return inner;
    }
    const digits = this.#take(/(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y);
    if (digits !== undefined) {
      if (/[\w%.]/.test(this.#text[this.#at] ?? '')) this.#fail('the end of the number');
      return { kind: 'number', value: Number(digits) };
    }
    return this.#reference();
  }

  #reference(): Reference {
    const start = this.#position();
    const first = this.#name() ?? this.#fail('a number, RETRIEVER.COLUMN or "("');
    if (first !== 'baseline') {
      return {
        kind: 'reference',
        baseline: false,
        retriever: unquoted(first),
        ...this.#slice(),
        column: this.#column(),
      };
    }
    if (this.#text[this.#at] !== '.') {
      this.#sameAt ??= start;
      return SAME;
    }
    this.#at++;
    const retriever = this.#name() ?? this.#fail('a retriever');
    return {
      kind: 'reference',
      baseline: true,
      retriever: unquoted(retriever),
      ...this.#slice(),
      column: this.#column(),
    };
  }

  /** A kind of query in brackets; one in quotes may be called anything, and none at all. */
  #slice(): Pick<Reference, 'slice'> {
    if (this.#text[this.#at] !== '[') return {};
    this.#at++;
    const kind =
      this.#take(/"[^"]*"|[\p{L}\p{N}_-]+/uy) ??
      this.#fail(`a kind of query, such as ssr[vague].recall@20; ${QUOTED_KINDS}`);
    if (this.#take(/\]/y) === undefined) this.#fail(`"]"; ${QUOTED_KINDS}`);
    return { slice: unquoted(kind) };
  }

  /** A retriever; one in quotes may be called anything, `baseline` too. */
  #name(): string | undefined {
    return this.#take(/"[^"]+"|[A-Za-z][A-Za-z0-9_-]*(?:\((?:[^()"]|\([^()"]*\))*\))?/y);
  }

  #column(): string {
    if (this.#text[this.#at] !== '.') this.#fail('"." and a column');
    this.#at++;
    return /[a-z]/.test(this.#text[this.#at] ?? '')
      ? (this.#take(/[a-z][a-z0-9_]*(?:@[0-9]+)?/y) ?? this.#fail('a column'))
      : this.#fail('a column, such as recall@20');
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#position();
    const [found] = pattern.exec(this.#text) ?? [];
    if (found !== undefined) this.#at = pattern.lastIndex;
    return found;
  }

  /** Where the next word begins. */
  #position(): number {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++;
    return this.#at;
  }

  #peek(): string {
    return this.#text.slice(this.#position());
  }

  #fail(expected: string): never {
    const rest = this.#peek();
    const word = /^(?:[A-Za-z0-9_.@"-]+|[^\sA-Za-z0-9_.@"]+)/.exec(rest)?.[0] ?? rest;
    const received = rest === '' ? 'the end' : `"${visible(word, 40)}"`;
    throw new RuleError(`position ${this.#at + 1}: expected ${expected}, received ${received}`);
  }
}

function unquoted(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1) : name;
}

function replaced(expression: Expression, same: Reference): Expression {
  if (expression === SAME) return same;
  if (expression.kind === 'negative') return { ...expression, of: replaced(expression.of, same) };
  if (expression.kind !== 'operation') return expression;
  return { ...expression, left: replaced(expression.left, same), right: replaced(expression.right, same) };
}
