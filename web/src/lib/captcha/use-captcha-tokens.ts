import { useCallback, useRef, useState } from 'react';

/** Tokens of a captcha. Each serves one request; the latest request wins. */
export function useCaptchaTokens() {
  const place = useRef<HTMLFieldSetElement>(null);
  const token = useRef<string | null>(null);
  const hasFailed = useRef(false);
  const waiting = useRef<((token: string | null) => void) | null>(null);
  const [round, setRound] = useState(0);
  const [isAwaited, setIsAwaited] = useState(false);

  const answer = useCallback((given: string | null) => {
    waiting.current?.(given);
    waiting.current = null;
    setIsAwaited(false);
  }, []);

  const onToken = useCallback(
    (solved: string | null) => {
      hasFailed.current = false;
      token.current = solved;
      if (solved === null || waiting.current === null) return;
      // A token works once, even if its request fails.
      token.current = null;
      setRound((before) => before + 1);
      answer(solved);
    },
    [answer],
  );

  const onFailed = useCallback(() => {
    token.current = null;
    hasFailed.current = true;
    answer(null);
  }, [answer]);

  /** Resolves to null if there is no token, or a later request took over. */
  const next = (): Promise<string | null> =>
    new Promise((resolve) => {
      answer(null);
      waiting.current = resolve;
      if (token.current !== null) return onToken(token.current);
      place.current?.focus();
      if (hasFailed.current) answer(null);
      else setIsAwaited(true);
    });

  return { next, giveUp: () => answer(null), field: { place, round, isAwaited, onToken, onFailed } };
}
