import { z } from 'zod';

/** A half of a character (a lone surrogate) has no UTF-8, so two such ids would be one in every file we write. */
const LONE_SURROGATE = /\p{Surrogate}/u;
const HALVED = 'holds half a character (a lone surrogate), which no UTF-8 file can carry';

/** Text that every file can carry. */
export const wellFormed = z.string().refine((value) => !LONE_SURROGATE.test(value), HALVED);

/** An id, or what an id is made from. */
export const id = wellFormed.min(1, 'is empty');

/** A text; missing or null is empty. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** A list of texts; missing or null is empty. */
export const texts = z
  .array(z.string())
  .nullish()
  .transform((value) => value ?? []);
