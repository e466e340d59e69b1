import { type Column, mapCells } from '../grid.ts';
import { ambiguousDates, dateColumn } from './date-column.ts';
import { numberColumn } from './number-column.ts';
import { areDottedMonths } from './read-period.ts';
import { remembered } from './remembered.ts';
import { periodColumn, timeColumn } from './time-columns.ts';
import { type ColumnHints, sampleOf, type TypedColumn } from './typed-column.ts';

/** Determines a column's type by most of its cells, and parses all of them. Its times may have been added up. */
export function typeColumn(label: string, cells: Column, hints: ColumnHints, areAdded = false): TypedColumn {
  const column = { label, cells, sample: sampleOf(cells, hints.width) };
  return (
    // Before numbers, which they could be as well.
    (areDottedMonths(column.sample) ? periodColumn(column) : null) ??
    timeColumn(column, areAdded) ??
    numberColumn(column, hints.hasDecimalCommas) ??
    dateColumn(column, hints) ??
    periodColumn(column) ?? {
      label,
      type: 'text',
      unit: null,
      values: mapCells(cells, remembered(textOf)),
      units: null,
      issues: ambiguousDates(column),
    }
  );
}

/**
 * Composes letters, and makes all spaces common ones: SQLite compares codes, so that an `ü` of macOS or a space that
 * doesn't break would keep rows apart that look the same.
 */
const textOf = (cell: string): string | null =>
  cell === '' ? null : cell.normalize('NFC').replace(/\p{Zs}/gu, ' ');
