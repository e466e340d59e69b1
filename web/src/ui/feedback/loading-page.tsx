import { useEffect, useState } from 'react';
import { t } from '#web/texts/app.ts';
import { classNames } from '../class-names.ts';

const SENTENCE_AFTER_MS = 4000;

/** How many are shown. One that takes the place of another doesn't wait before it appears. */
let shown = 0;

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
  const [goesOn] = useState(() => shown > 0);
  useEffect(() => {
    shown += 1;
    const timer = setTimeout(() => setLate(true), SENTENCE_AFTER_MS);
    return () => {
      shown -= 1;
      clearTimeout(timer);
    };
  }, []);
  return (
    <div
      style={{ minHeight: lines * 40 }}
      className={classNames('ruled ps-[calc(var(--margin)+18px)] pe-4', !goesOn && 'loading-page')}
    >
      <output className="block leading-10 text-text-2">
        {late ? awaited : <span className="sr-only">{t('ui.loading')}</span>}
      </output>
    </div>
  );
}
