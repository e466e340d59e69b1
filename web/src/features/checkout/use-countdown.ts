import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';

/** Leads to `path` after so many seconds. Answers with those that are left. */
export function useCountdown(seconds: number, path: string): number {
  const navigate = useNavigate();
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    // Counted from the clock: a tab in the background is woken seldom.
    const end = Date.now() + seconds * 1000;
    const timer = setInterval(() => {
      const remaining = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      setLeft(remaining);
      if (remaining > 0) return;
      clearInterval(timer);
      void navigate(path, { replace: true });
    }, 250);
    return () => clearInterval(timer);
  }, [seconds, path, navigate]);
  return left;
}
