import { type RefCallback, startTransition, useCallback, useState } from 'react';

const MORE_ROWS = 60;

/** Pixels rendered beyond the viewport: one flick of a thumb. */
const AHEAD = 800;

/** Height above the list, and minimum height of a row: two lines on phones, one elsewhere. */
const HEAD = 300;
const TWO_LINES = 64;
const ONE_LINE = 40;

/** Fills the window and `AHEAD`. More rows would delay the first interaction. */
function firstRows(): number {
  const least = matchMedia('(width < 768px)').matches ? TWO_LINES : ONE_LINE;
  return Math.ceil((innerHeight - HEAD + AHEAD) / least);
}

/**
 * Number of rows to render. Grows when the placeholder for the rest comes near the viewport, and resets with
 * `subject`, so that changing a filter doesn't render all that was scrolled past.
 */
export function useRoom(subject: unknown): { room: number; rest: RefCallback<Element> } {
  const [state, setState] = useState(() => ({ subject, room: firstRows() }));
  if (state.subject !== subject) setState({ subject, room: firstRows() });
  const { room } = state;
  // A new callback after each growth, so that a placeholder still in view is observed again.
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
