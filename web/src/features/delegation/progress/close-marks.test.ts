import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closeMarks } from './close-marks.ts';

describe('closeMarks', () => {
  it.each([
    ['A **bo', 'A **bo**'],
    ['A **', 'A '],
    ['A **bold word ', 'A **bold word**'],
    ['A **bold*', 'A **bold**'],
    ['A **bold**', 'A **bold**'],
    ['A ***both', 'A ***both***'],
    ['**One *in', '**One *in***'],
    ['**One *in* two', '**One *in* two**'],
    ['~~Gon', '~~Gon~~'],
    ['_Slan', '_Slan_'],
    ['**Mail', '**Mail**'],
    ['- **Price:** 9 EUR\n- **Deli', '- **Price:** 9 EUR\n- **Deli**'],
    ['Of **one\nparagra', 'Of **one\nparagra**'],
  ])('closes emphasis: %j', (written, shown) => {
    expect(closeMarks(written)).toBe(shown);
  });

  it.each([
    ['Call `send', 'Call `send`'],
    ['Call `', 'Call '],
    ['Call ``a`', 'Call ``a``'],
    ['**Call `send', '**Call `send`**'],
    ['Call `a*b` and **c', 'Call `a*b` and **c**'],
  ])('closes code: %j', (written, shown) => {
    expect(closeMarks(written)).toBe(shown);
  });

  it.each([
    ['See [the rep', 'See the rep'],
    ['See [the report]', 'See the report'],
    ['See [the report](', 'See the report'],
    ['See [the report](https://a.example/b_c', 'See the report'],
    ['See **[the report](https://a', 'See **the report**'],
    ['See [the report](https://a.example/b_c)', 'See [the report](https://a.example/b_c)'],
    ['See ![a cat](https://a', 'See a cat'],
    ['It rains. [1', 'It rains. '],
    ['- [x', '- '],
  ])('shows only the text of an unfinished link: %j', (written, shown) => {
    expect(closeMarks(written)).toBe(shown);
  });

  it.each([
    'Two * three is',
    '* An item\n* Anothe',
    'snake_case_name and',
    'Escaped \\*\\*stars',
    '```js\nconst a = [b ** c, `d',
    'Done **at last\n\nA new one',
    'It costs 20 ~ 30 EUR',
    'It rains. [1] And',
  ])('leaves text unchanged: %j', (written) => {
    expect(closeMarks(written)).toBe(written);
  });

  it('does not make a heading of the line above a dash', () => {
    expect(closeMarks('A line\n-')).toBe('A line');
    expect(closeMarks('A line\n- ')).toBe('A line');
    expect(closeMarks('A line\n- i')).toBe('A line\n- i');
  });

  it('keeps every word', () => {
    const piece = fc.constantFrom('word ', '**', '*', '_', '~~', '`', ' ', '\n', '\n\n', '- ', 'end');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const words = (text: string) => text.match(/word|end/g);
        expect(words(closeMarks(pieces.join('')))).toEqual(words(pieces.join('')));
      }),
    );
  });
});
