import { describe, expect, it } from 'vitest';
import { section } from '../../reports/document.ts';
import { markdownReport } from '../../reports/markdown.ts';

function written(text: string): string {
  const sections = [section(text, { lines: [text], table: [[text], [text]] })];
  return [...markdownReport({ title: text, sections })].join('');
}

describe('Markdown', () => {
  it('leaves names, numbers and rules readable', () => {
    const text = 'recall_at_k: 0.947 (seed 42), a/b-c';
    expect(written(text)).toBe(`# ${text}\n\n## ${text}\n\n- ${text}\n\n| ${text} |\n| --- |\n| ${text} |\n`);
  });

  it.each([
    ['[a](http://b)', '&#91;a&#93;(http&#58;//b)'],
    ['![a](b)', '&#33;&#91;a&#93;(b)'],
    ['<b>&amp;', '&#60;b&#62;&#38;amp;'],
    ['a|b', 'a&#124;b'],
    ['`a`', '&#96;a&#96;'],
    ['_a_ **b** ~~c~~ \\', '&#95;a&#95; &#42;&#42;b&#42;&#42; &#126;&#126;c&#126;&#126; &#92;'],
    ['@me and a@b.c', '&#64;<!-- -->me and a&#64;<!-- -->b.c'],
    ['recall@20', 'recall&#64;20'],
    ['www.a.b', 'www&#46;a&#46;b'],
    [':smile: #1', '&#58;smile: &#35;1'],
    ['\u001b[0m\n', '&#92;u&#123;1b&#125;&#91;0m&#92;n'],
  ])('%j is text alone', (text, expected) => {
    expect(written(text)).toBe(
      `# ${expected}\n\n## ${expected}\n\n- ${expected}\n\n| ${expected} |\n| --- |\n| ${expected} |\n`,
    );
  });

  it.each([
    ['- a', '&#45; a', '- a'],
    ['1. a', '1&#46; a', '1. a'],
    ['12) a', '12&#41; a', '12) a'],
    ['    code', 'code', '    code'],
    ['---', '&#45;--', '---'],
  ])('%j begins no list of its own', (text, line, cell) => {
    expect(written(text)).toBe(`# ${line}\n\n## ${line}\n\n- ${line}\n\n| ${cell} |\n| --- |\n| ${cell} |\n`);
  });
});
