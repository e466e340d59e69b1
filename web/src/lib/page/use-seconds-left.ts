import { useEffect, useState } from 'react';

/** Whole seconds until `end` (milliseconds since 1970), then 0. */
export function useSecondsLeft(end: number): number {
  const [left, setLeft] = useState(() => secondsUntil(end));
  useEffect(() => {
    // Computed from the clock, since timers in background tabs are throttled.
    const tick = () => {
      const remaining = secondsUntil(end);
      setLeft(remaining);
      if (remaining === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, 250);
    tick();
    return () => clearInterval(timer);
  }, [end]);
  return left;
}

const secondsUntil = (end: number): number => Math.max(0, Math.ceil((end - Date.now()) / 1000));
