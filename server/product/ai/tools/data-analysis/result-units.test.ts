import { expect, it } from 'vitest';
import { salesTable } from '#tests/fixtures/tables/sales-table.ts';
import { unitsOf } from './result-units.ts';

const TABLES = [
  salesTable([
    { name: 'kg' },
    { name: 'rate', unit: '%' },
    { name: 'growth', label: 'Growth (%)' },
    { name: 'price', unit: '€' },
  ]),
];

const unitOf = (unit: string | null, sql = 'select sum(kg) as total from sales', language = 'en') =>
  unitsOf({ sql, columns: [{ name: 'Total', unit }] }, ['name', 'total'], TABLES, language)[1];

it('a unit is that of the column of its name, and none where none is declared', () => {
  expect(unitsOf({ sql: '', columns: [] }, ['name', 'total'], TABLES, 'en')).toEqual(['', '']);
  expect(unitOf(null)).toBe('');
  expect(unitOf(' kg ')).toBe('kg');
  expect(unitOf('kWh/m²')).toBe('kWh/m²');
  expect(unitOf('EUR')).toBe('EUR');
});

it.each([
  ['million €', 'en'],
  ['Mio. €', 'de'],
  ['k€', 'en'],
  ['1000 kg', 'en'],
  ['thousand', 'de'],
  ['万円', 'ja'],
  ['$', 'en'],
  ['a sentence that says how it was', 'en'],
])('a unit that says how much, or contradicts the tables, is none: %s', (unit, language) => {
  expect(unitOf(unit, undefined, language)).toBe('');
});

it.each([
  ['select avg(rate) as total from sales', '%'],
  ['select max(growth) as total from sales', '%'],
  ['select 100.0 * sum(kg) / 3 as total from sales', '%'],
  ['select sum(kg) / max(kg) as total from sales', ''],
])('a percentage is one where the query can have computed it: %s', (sql, unit) => {
  expect(unitOf('%', sql)).toBe(unit);
  expect(unitOf('percent', sql)).toBe(unit);
});
