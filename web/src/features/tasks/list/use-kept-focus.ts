import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { taskRows } from '#web/lib/live/task-rows.ts';

/**
 * Moves focus to the next or previous row when a row that is ticked by keyboard leaves the list. (After a
 * deletion, the toast's Undo takes focus instead.)
 */
export function useKeptFocus(row: RefObject<HTMLElement | null>, isCompleted: boolean): void {
  const [wasCompleted] = useState(isCompleted);
  const isLeaving = useRef(false);
  useLayoutEffect(() => {
    isLeaving.current = wasCompleted !== isCompleted;
  }, [wasCompleted, isCompleted]);
  useLayoutEffect(() => {
    const element = row.current;
    return () => {
      if (isLeaving.current && element?.contains(document.activeElement)) focusBeside(element);
    };
  }, [row]);
}

/** Focuses the same part: the row itself when moving by rows, its checkbox when moving by Tab. */
function focusBeside(row: HTMLElement): void {
  const rows = taskRows();
  const at = rows.indexOf(row);
  const beside = rows[at + 1] ?? rows[at - 1];
  const isRow = document.activeElement === row;
  (isRow ? beside : beside?.querySelector<HTMLElement>('.check'))?.focus({ preventScroll: true });
}
