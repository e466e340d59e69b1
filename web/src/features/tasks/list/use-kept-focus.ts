import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { taskRows } from '#web/lib/live/task-rows.ts';

/**
 * A ticked row leaves its list, and with it the focus of whoever ticked it with the keyboard: the next row takes it,
 * or the one before. (A deleted row is another matter: there the toast's Undo takes it.)
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

/** The same part of it: the row for whoever moves by rows, its box for whoever moves by Tab. */
function focusBeside(row: HTMLElement): void {
  const rows = taskRows();
  const at = rows.indexOf(row);
  const beside = rows[at + 1] ?? rows[at - 1];
  const isRow = document.activeElement === row;
  (isRow ? beside : beside?.querySelector<HTMLElement>('.check'))?.focus({ preventScroll: true });
}
