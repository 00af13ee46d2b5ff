import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../harness/rules/evaluate.ts';
import { parseRule, QUOTED_KINDS, RuleError } from '../../../harness/rules/parse.ts';
import {
  COMPARATORS,
  type Expression,
  type Reference,
  referencesOf,
  referenceText,
} from '../../../harness/rules/rule.ts';

describe('a rule', () => {
  it('names figures, of the baseline too, with any retriever', () => {
    const rule = parseRule(
      ' exhaustive-idf.recall@20 - rrf(ssr,rrf(a,b)).ndcg@10 <= baseline."odd name!".index_bytes * -1.5e-3 ',
    );
    expect(rule.comparator).toBe('<=');
    expect(referencesOf(rule.left, rule.right)).toEqual([
      { kind: 'reference', baseline: false, retriever: 'exhaustive-idf', column: 'recall@20' },
      { kind: 'reference', baseline: false, retriever: 'rrf(ssr,rrf(a,b))', column: 'ndcg@10' },
      { kind: 'reference', baseline: true, retriever: 'odd name!', column: 'index_bytes' },
    ]);
  });

  it('takes baseline alone for the baseline of its one figure, and a retriever of that name in quotes', () => {
    const rule = parseRule('ssr.index_bytes <= baseline * 1.05');
    expect(referencesOf(rule.right)).toEqual([
      { kind: 'reference', baseline: true, retriever: 'ssr', column: 'index_bytes' },
    ]);
    expect(referencesOf(parseRule('"baseline".mrr > 0').left)).toMatchObject([
      { baseline: false, retriever: 'baseline' },
    ]);
    expect(referencesOf(parseRule('0 < baseline.baseline.mrr').right)).toMatchObject([
      { baseline: true, retriever: 'baseline' },
    ]);
  });

  it('names the queries of a kind in brackets, in quotes where it is no word', () => {
    const rule = parseRule('ssr[vague].recall@5 >= baseline.rrf(a,b)["it\'s ]."].mrr');
    expect(referencesOf(rule.left, rule.right)).toEqual([
      { kind: 'reference', baseline: false, retriever: 'ssr', slice: 'vague', column: 'recall@5' },
      { kind: 'reference', baseline: true, retriever: 'rrf(a,b)', slice: "it's ].", column: 'mrr' },
    ]);
    expect(referencesOf(rule.left, rule.right).map(referenceText)).toEqual([
      'ssr[vague].recall@5',
      'baseline.rrf(a,b)["it\'s ]."].mrr',
    ]);
    // Baseline alone is the same kind.
    expect(referencesOf(parseRule('ssr[vague].mrr >= baseline').right)).toMatchObject([
      { baseline: true, slice: 'vague' },
    ]);
  });

  it.each([
    ['', 'position 1: expected a number, RETRIEVER.COLUMN or "(", received the end'],
    ['ssr.recall@20', 'position 14: expected a comparison (== != <= >= < >), received the end'],
    ['ssr.recall@20 = 1', 'position 15: expected a comparison (== != <= >= < >), received "="'],
    ['ssr.recall@20 => 1', 'position 15: expected a comparison (== != <= >= < >), received "=>"'],
    ['ssr.recall@20 >= ', 'position 18: expected a number, RETRIEVER.COLUMN or "(", received the end'],
    ['ssr.recall@20 >= 5%', 'position 19: expected the end of the number, received "%"'],
    ['ssr.recall@20 >= 0.5.1', 'position 21: expected the end of the number'],
    ['ssr >= 1', 'position 5: expected "." and a column, received ">="'],
    ['ssr. >= 1', 'position 6: expected a column, such as recall@20, received ">="'],
    ['ssr.Recall@20 >= 1', 'position 5: expected a column, such as recall@20, received "Recall@20"'],
    ['ssr.mrr >= 1 and bm25.mrr >= 1', 'position 14: expected +, -, *, / or the end of the rule, received "and"'],
    ['0 < ssr.mrr < 1', 'position 13: expected +, -, *, / or the end of the rule, received "<"'],
    ['(ssr.mrr >= 1', 'position 10: expected +, -, *, / or ")", received ">="'],
    ['ssr.mrr >= bm25.mrr * baseline', 'position 23: expected baseline.RETRIEVER.COLUMN, since the rule names more'],
    [
      'ssr[].mrr > 1',
      `position 5: expected a kind of query, such as ssr[vague].recall@20; ${QUOTED_KINDS}, received "]"`,
    ],
    ['ssr[vague.mrr > 1', `position 10: expected "]"; ${QUOTED_KINDS}, received ".mrr"`],
    ['ssr[two words].mrr > 1', `position 9: expected "]"; ${QUOTED_KINDS}, received "words"`],
    ['ssr[vague] > 1', 'position 12: expected "." and a column, received ">"'],
    ['baseline > 1', 'expected a rule about a figure'],
    ['1 == 1', 'expected a rule about a figure'],
    ['ssr.mrr > \u001b[31m', 'position 11: expected a number, RETRIEVER.COLUMN or "(", received "\\u{1b}["'],
    [`${'('.repeat(2000)}`, 'expected a rule of at most 1000 characters'],
  ])('%j is refused with its place', (text, message) => {
    expect(() => parseRule(text)).toThrow(RuleError);
    expect(() => parseRule(text)).toThrow(message);
  });

  it('is refused or read whatever it holds, and never hangs', () => {
    const piece = fc.constantFrom(
      'ssr.mrr',
      'baseline',
      '[vague]',
      '[',
      '.',
      '"',
      '(',
      ')',
      '-',
      '*',
      '1e',
      '0.5',
      ' ',
      '==',
      '<',
      'x@',
      '@1',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(piece).map((all) => all.join('')),
        ),
        (text) => {
          try {
            parseRule(text);
          } catch (error) {
            expect(error).toBeInstanceOf(RuleError);
            // One line, safe for a terminal.
            expect((error as Error).message).toMatch(/^[\x20-\x7e\u00a1-\u{10ffff}]*$/u);
          }
        },
      ),
    );
  });

  const expression = fc.letrec<{ any: Expression }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.nat(1000).map((value): Expression => ({ kind: 'number', value })),
      fc.record(
        {
          kind: fc.constant('reference' as const),
          baseline: fc.boolean(),
          retriever: fc.constantFrom('ssr', 'exhaustive-idf', 'baseline', 'rrf(a,b)', 'a b'),
          slice: fc.constantFrom('vague', 'a ].', ''),
          column: fc.constantFrom('mrr', 'recall@20', 'index_bytes'),
        },
        { requiredKeys: ['kind', 'baseline', 'retriever', 'column'] },
      ),
      tie('any').map((of): Expression => ({ kind: 'negative', of })),
      fc
        .record({ operator: fc.constantFrom('+', '-', '*', '/'), left: tie('any'), right: tie('any') })
        .map((all) => ({ kind: 'operation', ...all }) as Expression),
    ),
  })).any;

  /** As a person writes it, with no bracket that the rules of arithmetic do not need. */
  function written(of: Expression, within = 0): string {
    if (of.kind === 'number') return String(of.value);
    if (of.kind === 'reference') return referenceText(of);
    if (of.kind === 'negative') return `-${written(of.of, 3)}`;
    const strength = '+-'.includes(of.operator) ? 1 : 2;
    const text = `${written(of.left, strength)} ${of.operator} ${written(of.right, strength + 1)}`;
    return strength < within ? `(${text})` : text;
  }

  it('means what JavaScript makes of the same arithmetic', () => {
    const value = (reference: Reference) =>
      reference.retriever.length * 7 +
      reference.column.length +
      (reference.slice?.length ?? 0) * 0.125 +
      (reference.baseline ? 0.0625 : 0);
    fc.assert(
      fc.property(expression, expression, fc.constantFrom(...COMPARATORS), (left, right, comparator) => {
        fc.pre(referencesOf(left, right).length > 0);
        const text = `${written(left)} ${comparator} ${written(right)}`;
        fc.pre(text.length <= 1000);
        const rule = parseRule(text);
        expect(rule.comparator).toBe(comparator);
        for (const [side, read] of [
          [left, rule.left],
          [right, rule.right],
        ] as const) {
          const names = referencesOf(side);
          const numbers = names.reduce(
            (all, name) => all.replaceAll(referenceText(name), `(${value(name)})`),
            // The longer names first, so that none is found within another.
            written(side),
          );
          fc.pre(
            names.every(
              (name) => !names.some((other) => other !== name && referenceText(other).includes(referenceText(name))),
            ),
          );
          // A second minus at once would be another operator there.
          expect(evaluate(read, value)).toBe(runInNewContext(numbers.replace(/-(?=-)/g, '- ')));
        }
      }),
    );
  });
});
