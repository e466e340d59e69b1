import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { currentDays } from '#web/lib/device/local-day.ts';
import { logProblem } from '#web/lib/log.ts';
import type { ShownTask } from '../change/task-change.ts';
import { useTaskChange } from '../change/use-task-changes.ts';
import type { TaskGroup } from '../list/group-tasks.ts';
import type { MoveTask } from './move-context.ts';
import type { Ordering } from './move-tasks.ts';

/** Touched like this, a list may be about to be ordered: its code loads then. */
const APPROACHES = ['pointerover', 'pointerdown', 'focusin'] as const;
/** Nothing approaches before a finger presses, and the code would come too late: it loads once the page rests. */
const FINGER_LOADS_MS = 1500;

interface RowOrder {
  /** What a screen reader is to say about the last move. */
  readonly said: string;
  /** The same function always. */
  readonly move: MoveTask;
}

/** Lets rows be dragged by mouse and touch, and moved by Alt and the arrow keys or a menu. */
export function useRowOrder(
  list: RefObject<HTMLElement | null>,
  groups: readonly TaskGroup<ShownTask>[],
): RowOrder {
  const change = useTaskChange();
  const [said, say] = useState('');
  const latest = useRef(groups);
  useLayoutEffect(() => {
    latest.current = groups;
  }, [groups]);
  const mover = useRef<MoveTask>(() => {});
  const [move] = useState((): MoveTask => (id, to) => mover.current(id, to));
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const over = new AbortController();
    const { signal } = over;
    const ordering: Ordering = { groups: () => latest.current, days: currentDays, change, say };
    const load = loadOnce(element, ordering, signal);
    const prepare = () => void load();
    mover.current = (id, to) => void load().then((moveTask) => moveTask(id, to));
    // Here, so that no key is lost while the code is on its way.
    const onKeyDown = (event: KeyboardEvent) => {
      const to = keyedMove(event);
      const row = event.target instanceof Element && event.target.closest<HTMLElement>('[data-task-id]');
      const id = row ? row.dataset['taskId'] : undefined;
      if (to === null || id === undefined) return;
      event.preventDefault();
      mover.current(id, to);
    };
    element.addEventListener('keydown', onKeyDown, { signal });
    for (const event of APPROACHES) element.addEventListener(event, prepare, { signal });
    const isTouch = matchMedia('(pointer: coarse)').matches;
    const timer = isTouch ? setTimeout(prepare, FINGER_LOADS_MS) : undefined;
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [list, change]);
  return { said, move };
}

/** Alt and an arrow key. */
function keyedMove({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): 'up' | 'down' | null {
  if (!altKey || ctrlKey || metaKey || shiftKey) return null;
  return key === 'ArrowUp' ? 'up' : key === 'ArrowDown' ? 'down' : null;
}

/** Loads the code when first called, and again if that failed. */
function loadOnce(list: HTMLElement, ordering: Ordering, signal: AbortSignal): () => Promise<MoveTask> {
  const held = holdPress(list, signal);
  let started: Promise<MoveTask> | undefined;
  return () =>
    (started ??= import('./start-ordering.ts').then(
      ({ startOrdering }) => (signal.aborted ? () => {} : startOrdering(list, ordering, held(), signal)),
      (error: unknown) => {
        logProblem('the code that orders tasks did not load', error);
        started = undefined;
        return () => {};
      },
    ));
}

/**
 * Keeps a press for the code that drags, which may still be on its way. Returns the one that is held now, if any.
 * Also keeps the page from scrolling under a lifted row: browsers ask at the beginning of a touch who may want to.
 */
function holdPress(list: HTMLElement, signal: AbortSignal): () => PointerEvent | null {
  let held: PointerEvent | null = null;
  const release = () => {
    held = null;
  };
  list.addEventListener('pointerdown', (event) => (held = event), { signal });
  for (const end of ['pointerup', 'pointercancel'] as const) addEventListener(end, release, { signal });
  list.addEventListener(
    'touchmove',
    (event) => {
      const isDragging = document.documentElement.dataset['dragging'] !== undefined;
      if (isDragging && event.cancelable) event.preventDefault();
    },
    { passive: false, signal },
  );
  return () => held;
}
