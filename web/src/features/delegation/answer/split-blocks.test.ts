import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitBlocks } from './split-blocks.ts';

describe('splitBlocks', () => {
  it('splits at blank lines', () => {
    expect(splitBlocks('# Title\n\nFirst.\n\nSecond\nline.\n')).toEqual([
      '# Title\n',
      'First.\n',
      'Second\nline.\n',
    ]);
  });

  it('keeps a list together, with blank lines and indented text between its items', () => {
    const list = '1. One\n\n   More on one.\n\n2. Two';
    expect(splitBlocks(`Before\n\n${list}\n\nAfter`)).toEqual([`Before\n\n${list}\n`, 'After']);
  });

  it('keeps code together, blank lines and other fences included', () => {
    const code = '````md\na\n\n```\n\nb\n````';
    expect(splitBlocks(`${code}\n\nAfter`)).toEqual([`${code}\n`, 'After']);
  });

  it('keeps text with definitions whole', () => {
    const text = 'See [it][1].\n\nMore.\n\n[1]: https://a.example';
    expect(splitBlocks(text)).toEqual([text]);
  });

  it('loses nothing but blank lines between blocks, for any text', () => {
    const line = fc.constantFrom('', 'text', '- item', '  indented', '```', '~~~', '# title', '| a |');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const markdown = lines.join('\n');
        const words = (text: string) => text.split('\n').filter((part) => part.trim() !== '');
        expect(splitBlocks(markdown).flatMap(words)).toEqual(words(markdown));
      }),
    );
  });

  it("doesn't change finished blocks while the last one grows", () => {
    const whole = '# A\n\nSome words.\n\nMore words here.';
    const early = splitBlocks(whole.slice(0, -8));
    expect(splitBlocks(whole).slice(0, -1)).toEqual(early.slice(0, -1));
  });
});
