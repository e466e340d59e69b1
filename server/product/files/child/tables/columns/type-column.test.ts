import { expect, it } from 'vitest';
import { TextColumn } from '../grid.ts';
import { typeColumn } from './type-column.ts';

const read = (...cells: string[]) =>
  typeColumn('Column', new TextColumn(cells), { hasDecimalCommas: false, width: 1, dayOrder: () => null });

it.each([
  [
    'of which one has a zero ahead',
    ['09.2026', '10.2026', '-', '11.2026', '12.2026'],
    ['2026-09', '2026-10', null, '2026-11', '2026-12'],
  ],
  ['the same in all rows', ['12.2026', '12.2026'], ['2026-12', '2026-12']],
  ['of ten years', ['07.2017', '07.2026'], ['2017-07', '2026-07']],
  ['of one year', ['10.2026', '11.2026', '12.2026'], ['2026-10', '2026-11', '2026-12']],
  ['of two years', ['12.2025', '01.2026', '12.2026'], ['2025-12', '2026-01', '2026-12']],
  ['with the year ahead', ['2026.09', '2026.10'], ['2026-09', '2026-10']],
  ['across two years', ['2025.11', '2025.12', '2026.01'], ['2025-11', '2025-12', '2026-01']],
] as const)('reads months with dots as months: %s', (_what, cells, values) => {
  expect(read(...cells)).toMatchObject({ type: 'text', values, issues: [{ key: 'periods' }] });
});

it.each([
  ['of one year', ['Q1/26', 'Q2/26', 'Q3/26'], ['2026-Q1', '2026-Q2', '2026-Q3']],
  ['across two years', ['Q4/25', 'Q1/26', '-', 'q2/26'], ['2025-Q4', '2026-Q1', null, '2026-Q2']],
  [
    'as spreadsheets shorten years',
    ["Q1'26", "Q2 '26", 'Q3-26', 'Q4 26'],
    ['2026-Q1', '2026-Q2', '2026-Q3', '2026-Q4'],
  ],
  ['beside long years', ['Q4 2025', 'Q1/26'], ['2025-Q4', '2026-Q1']],
  ['of the last century', ['Q1/98', 'Q2/98'], ['1998-Q1', '1998-Q2']],
] as const)('reads quarters with short years: %s', (_what, cells, values) => {
  expect(read(...cells)).toMatchObject({ type: 'text', values, issues: [{ key: 'periods' }] });
});

it.each([
  ['pages of a quarter', ['Q1/10', 'Q1/11', 'Q1/12', 'Q1/13']],
  ['numbers that are no years in a row', ['Q1-10', 'Q2-20', 'Q3-35', 'Q4-40']],
  ['questions', ['Q1/5', 'Q2/5', 'Q3/5', 'Q4/5']],
  ['more than four', ['Q1/26', 'Q5/26', 'Q6/26', 'Q7/26']],
  ['joined digits', ['Q126', 'Q226', 'Q326']],
])('leaves codes that begin like quarters: %s', (_what, cells) => {
  expect(read(...cells)).toMatchObject({ type: 'text', values: cells, issues: [] });
});

it.each([
  ['as the World Bank marks them', ['1.5', '..', '2'], [1.5, null, 2]],
  ['as Eurostat marks them', ['1.5', ':', '2'], [1.5, null, 2]],
  ['as accountants leave them out', ['$ 1,000.00', '$ -', '$ (250.00)'], [1000, null, -250]],
  ['with a currency behind', ['10,50 €', '- €', '–', '2,00 €'], [10.5, null, null, 2]],
])('reads numbers of which some are missing: %s', (_how, cells, values) => {
  expect(read(...cells)).toMatchObject({ type: 'number', values, issues: [] });
});

it.each([
  ['signs alone', ['-', ':', '..']],
  ['a currency alone', ['€', '$', '€']],
  ['signs that say something', ['+', '-', '+']],
  ['scores', ['2:1', ':', '0:0']],
])('leaves as texts: %s', (_what, cells) => {
  expect(read(...cells)).toMatchObject({ type: 'text', values: cells });
});

it('keeps texts that look the same in one spelling, and others apart', () => {
  const cells = [
    'Süd',
    'Su\u0308d',
    'Nord\u00a0Ost',
    'Nord Ost',
    'Nord\u202fOst',
    'süd',
    'Nord  Ost',
    'ﬁn',
    'fin',
  ];
  expect(read(...cells).values).toEqual([
    'Süd',
    'Süd',
    'Nord Ost',
    'Nord Ost',
    'Nord Ost',
    'süd',
    'Nord  Ost',
    'ﬁn',
    'fin',
  ]);
});

it.each([
  ['with one decimal', ['1.5', '2.5']],
  ['with four decimals', ['12.2026', '13.1042']],
  ['of which one is written shorter', ['12.2026', '11.2026', '13.1']],
  ['such as an exchange rate', ['11.1954', '11.2003', '11.1987']],
  ['such as an exchange rate near another', ['10.1999', '11.2003', '11.1987', '12.1954']],
  ['such as a price alone', ['2026.10']],
  ['such as prices', ['1999.10', '2049.05']],
  ['such as prices close to each other', ['2026.10', '2027.10']],
  ['with cents that are no months', ['2026.10', '2026.13']],
  ['beyond years', ['12.3026', '11.3026', '10.3026']],
] as const)('reads decimals as numbers: %s', (_what, cells) => {
  expect(read(...cells)).toMatchObject({ type: 'number', values: cells.map(Number) });
});
