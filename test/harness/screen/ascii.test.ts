import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asciiJson, asciiText } from '../../../harness/screen/ascii.ts';
import { run } from '../../runs.ts';

describe('--ascii', () => {
  it('has stand-ins of the same width for what reports use, and escapes for all else', () => {
    expect(asciiText('0.812 ± 0.010  a…  ▁▂▃▄▅▆▇█  café \u{1f600}')).toBe(
      '0.812 +-0.010  a~  _.-=+*#@  caf\\u{e9} \\u{1f600}',
    );
  });

  it('leaves nothing but ASCII, and JSON that means the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(asciiText(text)).toMatch(/^[\0-\x7f]*$/);
        const json = asciiJson(JSON.stringify({ text }));
        expect(json).toMatch(/^[\0-\x7f]*$/);
        expect(JSON.parse(json)).toEqual({ text });
      }),
    );
  });

  it('goes with every command, errors too', async () => {
    const explained = ['explain', '--registry', 'datasets/samples/cards', '--query', 'café ½ flight', '--ascii'];
    const { code, out } = await run(...explained);
    expect(code).toBe(0);
    expect(out).toMatch(/^[\0-\x7f]*$/);
    expect(out).toContain('"caf\\u{e9} \\u{bd} flight"');
    expect(JSON.parse((await run(...explained, '--json')).out).query).toBe('café ½ flight');
    expect((await run('gate', 'é', '--ascii')).err).toMatch(/^\\u\{e9\}: expected the folder/);
  });
});
