import { replaceEqualDeep } from '@tanstack/react-query';
import { withLaterWork } from './later-work.ts';
import { type CompletedPage, type ListedTask, type PendingList, wasJustRemoved } from './task-cache.ts';

type List = PendingList | CompletedPage;

/**
 * Structural sharing by row id. The library's own compares by index, so one removed row would change the
 * identity of all rows below and re-render them. Also keeps state from live updates that is newer than the
 * fetched list.
 */
export function shareTasks(before: unknown, after: unknown): unknown {
  if (!isList(before) || !isList(after) || before === after) return after;
  const shared: List = { ...after, rows: shareRows(before.rows, after.rows) };
  // Keeps the object's identity, or subscribers would re-render during every read.
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
      // Usually one row of many has changed, and the others are the same objects.
      if (shown === row) return row;
      return shown ? replaceEqualDeep(shown, withLaterWork(shown, row)) : row;
    });
  const isEqual = rows.length === before.length && rows.every((row, index) => row === before[index]);
  return isEqual ? before : rows;
}

export function isList(data: unknown): data is List {
  return typeof data === 'object' && data !== null && 'rows' in data && Array.isArray(data.rows);
}
