import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { currentDays } from '#web/lib/device/local-day.ts';
import { logProblem } from '#web/lib/log.ts';
import { t } from '#web/texts/app.ts';
import type { ShownTask } from '../change/task-change.ts';
import { useTaskChange } from '../change/use-task-changes.ts';
import type { TaskGroup } from '../list/group-tasks.ts';
import type { Ordering } from './start-ordering.ts';

/** Touched like this, a list may be about to be ordered: its code loads then. */
const APPROACHES = ['pointerover', 'pointerdown', 'focusin'] as const;

/**
 * Lets rows be dragged by mouse and touch, and moved by Alt and the arrow keys. Returns what a screen reader is to
 * say about the last move.
 */
export function useRowOrder(
  list: RefObject<HTMLElement | null>,
  groups: readonly TaskGroup<ShownTask>[],
): string {
  const change = useTaskChange();
  const [said, say] = useState('');
  const latest = useRef(groups);
  useLayoutEffect(() => {
    latest.current = groups;
  }, [groups]);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    let stop: (() => void) | undefined;
    let isGone = false;
    const ordering: Ordering = {
      groups: () => latest.current,
      days: currentDays,
      place: (id, values) => change({ kind: 'place', id, values }),
      sayMoved: (group, place, count) =>
        say(t('tasks.order.moved', { group: group === 'before' ? 'today' : group, place, count })),
    };
    const load = () => {
      forget();
      void import('./start-ordering.ts').then(
        ({ startOrdering }) => {
          if (!isGone) stop = startOrdering(element, ordering);
        },
        (error: unknown) => {
          logProblem('the code that orders tasks did not load', error);
          if (!isGone) listen();
        },
      );
    };
    const listen = () => {
      for (const event of APPROACHES) element.addEventListener(event, load);
    };
    const forget = () => {
      for (const event of APPROACHES) element.removeEventListener(event, load);
    };
    listen();
    return () => {
      isGone = true;
      forget();
      stop?.();
    };
  }, [list, change]);
  return said;
}
