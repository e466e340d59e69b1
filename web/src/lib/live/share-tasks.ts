import { replaceEqualDeep } from '@tanstack/react-query';
import { withLaterWork } from './later-work.ts';
import { type CompletedPage, type ListedTask, type PendingList, wasJustRemoved } from './task-cache.ts';

type List = PendingList | CompletedPage;

/**
 * Keeps every row that has not changed the same object, found by its id. The library compares arrays by place: one
 * row less, and every row below it would be another object and be drawn again. Nor does a list that was on its way
 * take back what news have said meanwhile.
 */
export function shareTasks(before: unknown, after: unknown): unknown {
  if (!isList(before) || !isList(after) || before === after) return after;
  const shared: List = { ...after, rows: shareRows(before.rows, after.rows) };
  // Keeps the object's identity, or subscribers would redraw during every read.
  return isSame(before, shared) ? before : shared;
}

function isSame(before: List, after: List): boolean {
  const known = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).every(([key, value]) => known.get(key) === value);
}

function shareRows(before: readonly ListedTask[], after: readonly ListedTask[]): readonly ListedTask[] {
  const known = new Map(before.map((row) => [row.id, row]));
  const rows = after
    .filter(({ id }) => !wasJustRemoved(id))
    .map((row) => {
      const shown = known.get(row.id);
      // Most often one row of many has changed, and the others came along as they were.
      if (shown === row) return row;
      return shown ? replaceEqualDeep(shown, withLaterWork(shown, row)) : row;
    });
  const isEqual = rows.length === before.length && rows.every((row, index) => row === before[index]);
  return isEqual ? before : rows;
}

export function isList(data: unknown): data is List {
  return typeof data === 'object' && data !== null && 'rows' in data && Array.isArray(data.rows);
}
