import type { ReactNode } from 'react';
import { t } from '#web/texts/app.ts';
import { openSource } from './open-source.ts';

/** A citation that links to its source in the receipt. `unit`: what the number counts in a file; null for a web page. */
export function CiteMark({ number, unit }: { number: number; unit: string | null }) {
  return (
    <button
      type="button"
      className="cite-mark"
      aria-label={
        unit === null
          ? t('delegation.evidence.source', { number })
          : t('delegation.evidence.page_name', { number, unit })
      }
      onClick={() => openSource(number)}
    >
      {unit === null ? number : t('delegation.evidence.page', { number, unit })}
    </button>
  );
}

/** A sentence that no source supports, with a label that says so. */
export function UnverifiedMark({ children }: { children: ReactNode }) {
  return (
    <>
      {children && <span className="unverified-text">{children}</span>}{' '}
      <span className="type-slip whitespace-nowrap text-slip-ink">{t('ui.not_verified')}</span>
    </>
  );
}
