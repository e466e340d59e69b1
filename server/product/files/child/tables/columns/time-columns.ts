import type { TableIssue } from '#domain/analysis/table-issue.ts';
import { roundFloat } from '../profile-table.ts';
import { areShortYears, readPeriod } from './read-period.ts';
import { readHours, readTimeOfDay, timesIn } from './read-time.ts';
import { areMost, readCells, type TypedColumn, type WrittenColumn } from './typed-column.ts';

/**
 * A column of lengths of time, in hours, or of times of day, as texts that sort; null if it is neither. What was added up
 * are lengths.
 */
export function timeColumn(column: WrittenColumn, areAdded: boolean): TypedColumn | null {
  const { label, sample } = column;
  const are = timesIn(sample, (count) => areMost(count, sample.length));
  if (are === null) return null;
  const [example = ''] = sample;
  if (areAdded || are === 'lengths') {
    const told = { column: label, example, read_as: roundFloat(readHours(example) ?? 0) };
    const { values, issue } = readCells(column, readHours);
    const issues = [{ key: 'lengths_of_time', params: told } as const, ...issue];
    return { label, type: 'number', unit: 'h', values, units: null, issues };
  }
  return sortedTexts(column, readTimeOfDay, { key: 'times_of_day', params: { column: label, example } });
}

/** A column of months or quarters, as texts that sort; null if it is none. */
export function periodColumn(column: WrittenColumn): TypedColumn | null {
  const { label, sample } = column;
  const count = sample.filter((cell) => readPeriod(cell) !== null).length;
  if (!areMost(count, sample.length) || !areShortYears(sample)) return null;
  const [example = ''] = sample;
  const params = { column: label, example, read_as: readPeriod(example) ?? '' };
  return sortedTexts(column, readPeriod, { key: 'periods', params });
}

function sortedTexts(
  column: WrittenColumn,
  read: (cell: string) => string | null,
  told: TableIssue,
): TypedColumn {
  const { values, issue } = readCells(column, read);
  return { label: column.label, type: 'text', unit: null, values, units: null, issues: [told, ...issue] };
}
