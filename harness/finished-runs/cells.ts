import { z } from 'zod';
import { OUTCOMES } from '../outcomes.ts';

/** A number as a run writes it: decimal digits, and an exponent where it is very large or very small. */
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?$/;

/** The number that a cell holds; undefined for any other text, `NaN` and `Infinity` included. */
export function numberOf(cell: string): number | undefined {
  const value = Number(cell);
  return NUMBER.test(cell) && Number.isFinite(value) ? value : undefined;
}

export const text = z.string().min(1, 'expected text');

/** An empty cell is an absent value. */
export const optionalText = z.string().transform((cell) => (cell === '' ? undefined : cell));

export const count = z
  .string()
  .regex(/^(?:0|[1-9][0-9]{0,14})$/, 'expected a whole number')
  .transform(Number);

export const optionalCount = z.union([z.literal('').transform(() => undefined), count], {
  error: 'expected a whole number or nothing',
});

export const optionalNumber = z.string().transform((cell, context) => {
  if (cell === '') return undefined;
  const value = numberOf(cell);
  if (value === undefined) context.addIssue({ code: 'custom', message: 'expected a number or nothing' });
  return value;
});

export const truth = z
  .enum(['true', 'false'], { error: 'expected true or false' })
  .transform((cell) => cell === 'true');

export const optionalTruth = z
  .enum(['', 'true', 'false'], { error: 'expected true, false or nothing' })
  .transform((cell) => (cell === '' ? undefined : cell === 'true'));

export const optionalOutcome = z
  .enum(['', ...OUTCOMES], { error: `expected an outcome (${OUTCOMES.join(', ')}) or nothing` })
  .transform((cell) => (cell === '' ? undefined : cell));
