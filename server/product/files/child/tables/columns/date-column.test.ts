import { expect, it } from 'vitest';
import { TextColumn } from '../grid.ts';
import { dateColumn } from './date-column.ts';

const read = (...cells: string[]) =>
  dateColumn(
    { label: 'Time', cells: new TextColumn(cells), sample: cells.filter((cell) => cell !== '') },
    { hasDecimalCommas: false, width: 1, dayOrder: () => null },
  );

it('gives no offset to times that have none', () => {
  expect(read('2026-03-01T08:00:00Z', '2026-03-01T09:00:00', '2026-03-01T10:00:00')).toMatchObject({
    unit: null,
    units: ['UTC', null, null],
    issues: [{ key: 'mixed_offsets', params: { column: 'Time', offsets: 'UTC' } }],
  });
});

it('has one offset for all times, if only empty cells lack it', () => {
  expect(read('2026-03-01T08:00:00Z', '', '2026-03-01T10:00:00Z')).toMatchObject({
    unit: 'UTC',
    units: null,
    issues: [],
  });
});

it('has none if no time has', () => {
  expect(read('2026-03-01 08:00', '2026-03-01 09:00')).toMatchObject({ unit: null, units: null, issues: [] });
});
