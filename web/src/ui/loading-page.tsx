import { useEffect, useState } from 'react';

const SENTENCE_AFTER_MS = 4000;

/**
 * The ruled page without text, still. It appears after 300 ms (in CSS, so also before any script runs);
 * after 4 s a sentence says what is awaited.
 */
export function LoadingPage({ awaited = 'Still waiting for the server.' }: { awaited?: string }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SENTENCE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div aria-busy="true" className="loading-page ruled min-h-100 ps-[calc(var(--margin)+18px)] pe-4">
      <output className="block leading-10 text-text-2">
        {late ? awaited : <span className="sr-only">Loading</span>}
      </output>
    </div>
  );
}
