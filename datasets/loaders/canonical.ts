import { z } from 'zod';
import type { Query } from '../dataset.ts';
import { id, text, texts, wellFormed } from './fields.ts';

/** A canonical card. Texts are taken as they are; what is unknown is ignored. */
export const canonicalCard = z.object({
  id,
  name: text,
  description: text,
  skills: texts,
  tags: texts,
  examples: texts,
  tools: texts,
});

const queryFields = {
  id,
  text: z.string(),
  relevant: z.array(z.string()).nullish(),
  kind: wellFormed.nullish(),
};

/** Fields of a canonical query that have a meaning. */
export const QUERY_FIELDS: readonly string[] = Object.keys(queryFields);

/** A canonical query. A missing or null `relevant` means not judged; an empty one, that nothing is right. */
export const canonicalQuery = z.object(queryFields).transform(
  (query): Query => ({
    id: query.id,
    text: query.text,
    relevant: query.relevant ? new Map(query.relevant.map((card) => [card, 1])) : undefined,
    kind: query.kind ?? undefined,
  }),
);
