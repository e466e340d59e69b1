import { type RefCallback, startTransition, useCallback, useState } from 'react';

const MORE_ROWS = 60;

/** Pixels drawn beyond the viewport: one flick of a thumb. */
const AHEAD = 800;

/** Height above the list and the least height of a row: two lines on the phone, one elsewhere. */
const HEAD = 300;
const TWO_LINES = 64;
const ONE_LINE = 40;

/** Fills the window and what is ahead of it. Every row beyond is paid for before the first can be pressed. */
function firstRows(): number {
  const least = matchMedia('(width < 768px)').matches ? TWO_LINES : ONE_LINE;
  return Math.ceil((innerHeight - HEAD + AHEAD) / least);
}

/**
 * How many rows of a list are drawn. It grows when the element that stands for the rest comes near the window, and
 * begins anew with another `subject`, so that changing a filter does not draw what was scrolled past before.
 */
export function useRoom(subject: unknown): { room: number; rest: RefCallback<Element> } {
  const [state, setState] = useState(() => ({ subject, room: firstRows() }));
  if (state.subject !== subject) setState({ subject, room: firstRows() });
  const { room } = state;
  // Another callback with every growth: an element that is still near is then seen again.
  const rest = useCallback(
    (element: Element | null) => {
      if (!element) return;
      const observer = new IntersectionObserver(
        ([entry]) => {
          if (!entry?.isIntersecting) return;
          startTransition(() => setState((now) => ({ ...now, room: room + MORE_ROWS })));
        },
        { rootMargin: `${AHEAD}px` },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [room],
  );
  return { room, rest };
}
