import { describe, expect, it } from 'vitest';
import { findForeignNumber, wholeDates } from './numbers-in.ts';

describe('a date', () => {
  it.each([
    ['ab dem 1.11.2026', 'from 1 November 2026'],
    ['ab 1. November', 'from 2026-11-01'],
    ['od 1 listopada 2026', 'from November 1, 2026'],
    ['с 1 ноября 2026 года', 'ab 1.11.2026'],
    ['2026年11月1日から', 'from 1 November 2026'],
    ['im November 2026', 'ab 1.11.2026'],
    ['from 15 to 30 November', 'vom 15.11.2026 bis 30.11.2026'],
    ['from 1 November', 'vom 1. bis 15. November'],
    ['in 2026', 'since 1.11.2026'],
  ])('matches in any notation: %j by %j', (sentence, source) => {
    expect(findForeignNumber(sentence, { texts: [source] })).toBeNull();
  });

  it.each([
    ['ab dem 2.11.2026', 'from 1 November 2026'],
    ['from 1 November 2025', 'from 1 November 2026'],
    ['from 15 November 2026', 'from 15 November'],
  ])('differs: %j by %j', (sentence, source) => {
    expect(findForeignNumber(sentence, { texts: [source] })).not.toBeNull();
  });
});

describe('a date that counts as a whole', () => {
  const dates = wholeDates(['2026-11-23', '2026-03', 'sales-2025.csv']);
  const foreign = (sentence: string) => findForeignNumber(sentence, { texts: [], dates });

  it.each([
    'As of 23 November 2026',
    'Stand: 23.11.2026',
    'On November 23',
    'In March 2026',
    'Im Jahr 2025 und 2026',
  ])('is known: %s', (sentence) => {
    expect(foreign(sentence)).toBeNull();
  });

  it.each([
    ['The fine is 23 euros', '23'],
    ['They rose by 11 percent', '11'],
    ['They rose by 3 %', '3'],
    ['It costs €2,026', '2,026'],
    ['On 23 March 2026', '23'],
  ])('does not count by its parts: %s', (sentence, number) => {
    expect(foreign(sentence)).toBe(number);
  });
});
