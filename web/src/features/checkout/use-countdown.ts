import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSecondsLeft } from '#web/lib/page/use-seconds-left.ts';

/** Leads to `path` after so many seconds. Answers with those that are left. */
export function useCountdown(seconds: number, path: string): number {
  const navigate = useNavigate();
  const [end] = useState(() => Date.now() + seconds * 1000);
  const left = useSecondsLeft(end);
  useEffect(() => {
    if (left === 0) void navigate(path, { replace: true });
  }, [left, path, navigate]);
  return left;
}
