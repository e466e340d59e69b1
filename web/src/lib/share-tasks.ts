import { replaceEqualDeep } from '@tanstack/react-query';
import { withLaterWork } from './later-work.ts';
import type { CompletedPage, ListedTask, PendingList } from './task-cache.ts';

type List = PendingList | CompletedPage;

/**
 * Keeps every row that has not changed the same object, found by its id. The library compares arrays by place: one
 * row less, and every row below it would be another object and be drawn again. Nor does a list that was on its way
 * take back what news have said meanwhile.
 */
export function shareTasks(before: unknown, after: unknown): unknown {
  return isList(before) && isList(after) ? { ...after, rows: shareRows(before.rows, after.rows) } : after;
}

function shareRows(before: readonly ListedTask[], after: readonly ListedTask[]): readonly ListedTask[] {
  const known = new Map(before.map((row) => [row.id, row]));
  const rows = after.map((row) => {
    const shown = known.get(row.id);
    return shown ? replaceEqualDeep(shown, withLaterWork(shown, row)) : row;
  });
  const isSame = rows.length === before.length && rows.every((row, index) => row === before[index]);
  return isSame ? before : rows;
}

function isList(data: unknown): data is List {
  return typeof data === 'object' && data !== null && 'rows' in data && Array.isArray(data.rows);
}
