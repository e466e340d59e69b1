import { expect, test } from 'vitest';
import { currenciesIn } from '../tools/data-analysis/result-units.ts';
import { formatValue } from './format-value.ts';

const NONE = { unit: '', mayBeShare: true, currencies: new Set<string>() };

const inUnits = (...units: (string | null)[]) =>
  currenciesIn([{ columns: units.map((unit) => ({ name: '', label: '', unit })) }]);

test('a share is shown in percent, a percentage as it is, and what can be neither not at all', () => {
  expect(formatValue(0.632, ['percent'], 'en', NONE)).toBe('63.2%');
  expect(formatValue(-1.5, ['percent'], 'en', NONE)).toBe('-150%');
  expect(formatValue(63.2, ['percent'], 'en', NONE)).toBeNull();
  expect(formatValue(63.2, ['percent'], 'en', { ...NONE, unit: '%' })).toBe('63.2%');
  expect(formatValue(0.5, ['percent'], 'de', { ...NONE, unit: '%' })).toBe('0,5\u00a0%');
  expect(formatValue(0.5, ['percent'], 'en', { ...NONE, mayBeShare: false })).toBeNull();
  expect(formatValue(0.5, ['percent'], 'en', { ...NONE, unit: 'kg' })).toBeNull();
});

test('a number is shown in the unit of its column, and in no other', () => {
  expect(formatValue(1240.5, ['unit'], 'de', { ...NONE, unit: 'kWh' })).toBe('1.240,5\u00a0kWh');
  expect(formatValue(12.5, ['unit'], 'en', { ...NONE, unit: '%' })).toBe('12.5%');
  expect(formatValue(12.5, ['unit'], 'en', NONE)).toBe('12.5');
  expect(formatValue(12.5, ['currency:USD'], 'en', { ...NONE, unit: '€' })).toBeNull();
  expect(formatValue(12.5, ['currency:USD'], 'en', { ...NONE, unit: '$' })).toBe('$12.50');
  expect(formatValue(12.5, ['currency:EUR'], 'en', { ...NONE, unit: 'kg' })).toBeNull();
});

test('an amount is shown in no other currency than the tables name', () => {
  const euros = { ...NONE, currencies: new Set(['EUR']) };
  expect(formatValue(1240.5, ['currency:EUR'], 'en', euros)).toBe('€1,240.50');
  expect(formatValue(1240.5, ['currency:USD'], 'en', euros)).toBeNull();
  expect(formatValue(1240.5, ['currency:USD'], 'en', NONE)).toBe('$1,240.50');
  expect(formatValue(63.2, ['currency:EUR'], 'en', { ...euros, unit: '%' })).toBeNull();
});

test('currencies are read from the columns: codes, and signs with all that they can mean', () => {
  expect(inUnits('€', 'CHF', '%', 'kg', null)).toEqual(new Set(['EUR', 'CHF']));
  const dollars = inUnits('$');
  expect([...dollars]).toEqual(expect.arrayContaining(['USD', 'CAD', 'AUD']));
  expect(dollars.has('EUR')).toBe(false);
});
