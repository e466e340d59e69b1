import { expect, test } from 'vitest';
import { formatValue } from './format-value.ts';
import { knownCurrencies } from './known-currencies.ts';

const NONE = { isPercentage: false, currencies: new Set<string>() };

const inUnits = (...units: (string | null)[]) =>
  knownCurrencies([{ columns: units.map((unit) => ({ unit })) }]);

test('a share is shown in percent, a percentage as it is, and what can be neither not at all', () => {
  expect(formatValue(0.632, ['percent'], 'en', NONE)).toBe('63.2%');
  expect(formatValue(-1.5, ['percent'], 'en', NONE)).toBe('-150%');
  expect(formatValue(63.2, ['percent'], 'en', NONE)).toBeNull();
  expect(formatValue(63.2, ['percent'], 'en', { ...NONE, isPercentage: true })).toBe('63.2%');
  expect(formatValue(0.5, ['percent'], 'de', { ...NONE, isPercentage: true })).toBe('0,5\u00a0%');
});

test('an amount is shown in no other currency than the tables name', () => {
  const euros = { ...NONE, currencies: new Set(['EUR']) };
  expect(formatValue(1240.5, ['currency:EUR'], 'en', euros)).toBe('€1,240.50');
  expect(formatValue(1240.5, ['currency:USD'], 'en', euros)).toBeNull();
  expect(formatValue(1240.5, ['currency:USD'], 'en', NONE)).toBe('$1,240.50');
  expect(formatValue(63.2, ['currency:EUR'], 'en', { ...euros, isPercentage: true })).toBeNull();
});

test('currencies are read from the columns: codes, and signs with all that they can mean', () => {
  expect(inUnits('€', 'CHF', '%', 'kg', null)).toEqual(new Set(['EUR', 'CHF']));
  const dollars = inUnits('$');
  expect([...dollars]).toEqual(expect.arrayContaining(['USD', 'CAD', 'AUD']));
  expect(dollars.has('EUR')).toBe(false);
});
