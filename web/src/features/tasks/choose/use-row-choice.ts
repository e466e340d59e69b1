import { type RefObject, useEffect } from 'react';
import { isCovered } from '#web/lib/device/is-covered.ts';
import { taskRows } from '#web/lib/live/task-rows.ts';
import { useSelection } from './selection.ts';

const OWN_USE = 'button:not(.row-open), input, a, textarea, .row-under';

/**
 * Ctrl/Cmd-click selects a row, Shift-click a range; Escape clears the selection. (By touch or keyboard the
 * row's menu does it.)
 */
export function useRowChoice(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = list.current;
    const onClick = (event: MouseEvent) => {
      if (!(event.ctrlKey || event.metaKey || event.shiftKey)) return;
      const { target } = event;
      if (!(target instanceof Element) || target.closest(OWN_USE)) return;
      const id = target.closest<HTMLElement>('[data-task-id]')?.dataset['taskId'];
      if (id === undefined) return;
      const { toggle, extend } = useSelection.getState();
      if (event.shiftKey) {
        extend(id, idsOf(element));
        // Clears the text selection that Shift-click makes.
        getSelection()?.removeAllRanges();
      } else toggle(id);
    };
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && !isCovered()) useSelection.getState().clear();
    };
    element?.addEventListener('click', onClick);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      element?.removeEventListener('click', onClick);
      document.removeEventListener('keydown', onKeyDown);
      useSelection.getState().clear();
    };
  }, [list]);
}

function idsOf(list: HTMLElement | null): string[] {
  return taskRows()
    .filter((row) => list?.contains(row))
    .flatMap((row) => row.dataset['taskId'] ?? []);
}
