import type { Comparator, Expression, Reference, Rule } from './rule.ts';

/**
 * Numbers that differ by less than this share of the larger one are equal: a mean over 250 queries that is 0.81 may
 * come out as 0.8099999999999999. Nothing but 0 is that close to 0.
 */
const ROUNDING = 1e-12;

/**
 * The value of a side of a rule.
 *
 * @param figure its value; undefined where it is absent.
 * @returns undefined where any figure in it is absent; NaN or Infinity for a division by 0.
 */
export function evaluate(
  expression: Expression,
  figure: (reference: Reference) => number | undefined,
): number | undefined {
  if (expression.kind === 'number') return expression.value;
  if (expression.kind === 'reference') return figure(expression);
  if (expression.kind === 'negative') {
    const value = evaluate(expression.of, figure);
    return value === undefined ? undefined : -value;
  }
  const left = evaluate(expression.left, figure);
  const right = evaluate(expression.right, figure);
  if (left === undefined || right === undefined) return undefined;
  switch (expression.operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
  }
}

/** Whether a comparison holds. Nothing holds of what is absent, not a number or not finite, `!=` included. */
export function holds(left: number | undefined, comparator: Comparator, right: number | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  if (!Number.isFinite(left) || !Number.isFinite(right)) return false;
  const equal = Math.abs(left - right) <= ROUNDING * Math.max(Math.abs(left), Math.abs(right));
  switch (comparator) {
    case '==':
      return equal;
    case '!=':
      return !equal;
    case '<=':
      return left < right || equal;
    case '>=':
      return left > right || equal;
    case '<':
      return left < right && !equal;
    case '>':
      return left > right && !equal;
  }
}

/** How far a rule is met: below 0 the further off, above 0 the more to spare. Undefined for `!=`, which has no direction. */
export function slack(rule: Rule, figure: (reference: Reference) => number | undefined): number | undefined {
  const [left, right] = [evaluate(rule.left, figure), evaluate(rule.right, figure)];
  if (left === undefined || right === undefined) return undefined;
  switch (rule.comparator) {
    case '>=':
    case '>':
      return left - right;
    case '<=':
    case '<':
      return right - left;
    case '==':
      return -Math.abs(left - right);
    case '!=':
      return undefined;
  }
}
