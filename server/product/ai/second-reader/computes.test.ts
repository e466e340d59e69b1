import { describe, expect, it } from 'vitest';
import { figuresIn } from '../evidence/figures.ts';
import { computes } from './computes.ts';
import { evaluate } from './evaluate.ts';

describe('an expression', () => {
  it.each([
    ['48 * 12', 576],
    ['(1200 - 300) / 3', 300],
    ['2 + 3 * 4', 14],
    ['10 - 4 - 3', 3],
    ['-5 + 8', 3],
    ['1.5 × 4 ÷ 2', 3],
  ])('%s is %d', (expression, value) => {
    expect(evaluate(expression)?.value).toBe(value);
  });

  it.each([
    '',
    '4 +',
    '(4',
    '4)',
    '4 4',
    '1/0',
    'process.exit()',
    '2 ** 3',
    '1e3',
    'a * 2',
    `${'1+'.repeat(200)}1`,
  ])('%j is none', (expression) => {
    expect(evaluate(expression)).toBeNull();
  });
});

describe('a figure is computed', () => {
  const is = (sentence: string, expression: string, ...quotes: string[]): boolean =>
    computes(expression, figuresIn(sentence), quotes);

  it.each([
    ['576 euros a year', '48 * 12', '48 euros a month'],
    ['25 %', '0.25 * 100', 'a quarter, 0.25, of all'],
    ['1.2 million', '1200000 / 1000000', '1,200,000 people'],
    ['about 67 %', '2 / 3 * 100', '2 of 3'],
    ['some 1,200 people', '1234', '1,234 people'],
    ['86 and 14', '40 + 46; 100 - 86', '40 and 46 of 100, so 86'],
  ])('%s by %s from “%s”', (sentence, expression, quote) => {
    expect(is(sentence, expression, quote)).toBe(true);
  });

  it.each([
    ['576 euros', '50 * 12', '48 euros a month', 'a figure is not in the quote'],
    ['577 euros', '48 * 12', '48 euros a month', 'it has another result'],
    ['84 euros', '7 * 12', '48 euros a month', 'no figure is from the quote'],
    ['40320', '48 * 12 * 7 * 10', '48 euros', 'more than one factor is its own'],
    ['2,000 people', '1600', '1,600 people', 'it is rounded too far'],
    ['576 and 99', '48 * 12', '48 euros', 'one of two figures is left'],
    ['88 euros', 'eighty-eight', '88 euros', 'it is no arithmetic'],
  ])('not %s by %s from “%s”: %s', (sentence, expression, quote) => {
    expect(is(sentence, expression, quote)).toBe(false);
  });
});
