import { expect, it } from 'vitest';
import { TextColumn } from '../grid.ts';
import { numberColumn } from './number-column.ts';

const read = (...cells: string[]) =>
  numberColumn({ label: 'Column', cells: new TextColumn(cells), sample: cells }, false);

/** So many that one that is no number would be a slip. */
const CITIES = [
  '10115',
  '20095',
  '50667',
  '60311',
  '70173',
  '80331',
  '90402',
  '28195',
  '30159',
  '40213',
  '45127',
];

it('takes digits of one length for codes, if one begins with a zero', () => {
  expect(read('01067', ...CITIES)).toBeNull();
  expect(read(...CITIES)?.values).toEqual(CITIES.map(Number));
  expect(read('067', ...CITIES)?.values).toEqual([null, ...CITIES.map(Number)]);
});

it('tells of a number without a unit among percentages, except of zero', () => {
  expect(read('5 %', '0', '7 %')).toMatchObject({ unit: '%', units: null, issues: [] });
  expect(read('5 %', '3', '7 %')).toMatchObject({
    unit: null,
    units: ['%', null, '%'],
    issues: [{ key: 'units_in_part', params: { column: 'Column', unit: '%', example: '3' } }],
  });
});
