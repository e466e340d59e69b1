import { useEffect, useState } from 'react';
import { t } from '#web/texts/app.ts';

const SENTENCE_AFTER_MS = 4000;

export interface LoadingPageProps {
  awaited?: string;
  /** Height in lines; parts of a page need fewer. */
  lines?: number;
}

/**
 * The ruled page without text, static. Appears after 300 ms (in CSS, so also before any script runs); after 4 s
 * a sentence says what is loading. Nothing around it is `aria-busy`, which would keep screen readers from
 * announcing it.
 */
export function LoadingPage({ awaited = t('ui.still_waiting'), lines = 10 }: LoadingPageProps) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SENTENCE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div style={{ minHeight: lines * 40 }} className="loading-page ruled ps-[calc(var(--margin)+18px)] pe-4">
      <output className="block leading-10 text-text-2">
        {late ? awaited : <span className="sr-only">{t('ui.loading')}</span>}
      </output>
    </div>
  );
}
