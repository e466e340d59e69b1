import { useEffect, useRef, useState } from 'react';
import { type BegunApp, beginApp, forgetBegun } from './factors.ts';

/** Begins an authenticator app while the dialog is open, and takes it back if nobody finishes it. */
export function useBegunApp(name: string) {
  const [app, setApp] = useState<BegunApp | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(1);
  const unfinished = useRef<string | null>(null);

  useEffect(() => {
    let isOpen = true;
    const begin = async () => {
      const begun = await beginApp(name);
      if (!isOpen) return begun.data && forgetBegun(begun.data.id);
      unfinished.current = begun.data?.id ?? null;
      setApp(begun.data);
      setRefusal(begun.refusal);
    };
    void begin();
    return () => {
      isOpen = false;
      if (unfinished.current !== null) void forgetBegun(unfinished.current);
    };
  }, [name, attempt]);

  const again = () => {
    setRefusal(null);
    setAttempt((made) => made + 1);
  };
  const keep = () => {
    unfinished.current = null;
  };
  return { app, refusal, again, keep };
}
