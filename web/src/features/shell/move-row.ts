import { focusedRow, focusRow, taskRows } from '#web/lib/live/task-rows.ts';

/** Where the row stood that was moved to last: it may have left the list since, or lost the focus. */
let place = 0;

/** Gives the focus to the next row or the one before; from elsewhere, back to where it was last. */
export function moveRow(step: 1 | -1): void {
  const rows = taskRows();
  const at = rows.findIndex((row) => row === focusedRow());
  const wanted = at === -1 ? place : at + step;
  place = Math.max(0, Math.min(rows.length - 1, wanted));
  const row = rows[place];
  if (row) focusRow(row);
}
