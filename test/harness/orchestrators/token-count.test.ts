import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { renderPrompt } from '../../../harness/orchestrators/prompt.ts';
import { loadTokenizer, PromptTokens } from '../../../harness/orchestrators/token-count.ts';
import { card } from '../../support.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(
      fc.constantFrom(
        'a',
        ' ',
        '\n',
        '/',
        '.',
        '123',
        '"',
        '<|endoftext|>',
        '<|im_start|>',
        '日本',
        '\u200b',
        '!?',
        "don't",
        '😀',
      ),
      { maxLength: 12 },
    )
    .map((all) => all.join('')),
);
const anyCard = fc
  .record({ id: anyText.map((id) => `x${id}`), name: anyText, description: anyText })
  .map(({ id, ...rest }) => card(id, '', rest));

describe('the tokens of a prompt', () => {
  it('are those of the whole text, though they are counted by the line', async () => {
    const tokens = new PromptTokens(await loadTokenizer());
    fc.assert(
      fc.property(anyText, fc.array(anyCard, { minLength: 1, maxLength: 12 }), (query, cards) => {
        const whole = encode(renderPrompt(query, cards), { disallowedSpecial: new Set() });
        expect(tokens.ofPrompt(query, cards)).toBe(whole.length);
      }),
      { numRuns: 300 },
    );
  });

  it('are those of the whole text where numbers have four digits', async () => {
    const tokens = new PromptTokens(await loadTokenizer());
    const cards = Array.from({ length: 1100 }, (_, i) => card(`agent-${i}`, 'x'.repeat(i % 7), { name: `${i}` }));
    expect(tokens.ofPrompt('q', cards)).toBe(encode(renderPrompt('q', cards)).length);
  });

  it('of a text that looks like a special token are those of a text', async () => {
    const count = await loadTokenizer();
    expect(count('<|endoftext|>')).toBe(7);
    expect(count('')).toBe(0);
  });
});
