import { expect, it } from 'vitest';
import { countries, countryName } from './countries.ts';

it('lists countries by name, without groups of them and former ones', () => {
  const all = countries();
  const codes = all.map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(['DE', 'IN', 'US', 'XK']));
  for (const other of ['EU', 'UN', 'ZZ', 'DD', 'SU', 'UK', 'AA']) expect(codes).not.toContain(other);
  expect(all.length).toBeGreaterThan(240);
  expect(all[0]).toEqual({ code: 'AF', name: 'Afghanistan' });
  expect(all.findIndex(({ code }) => code === 'AX')).toBeLessThan(5);
});

it('names a stored code, also one that nobody knows', () => {
  expect(countryName('CH')).toBe('Switzerland');
  expect(countryName('QQ')).toBe('QQ');
});
