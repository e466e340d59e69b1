import { type ReactNode, use } from 'react';
import { t } from '#web/texts/later.ts';
import { CitedPage } from '../cited-page/cited-page.ts';
import { openSource } from './open-source.ts';

/**
 * A citation: opens a part of a file, and leads from a web page to its source in the receipt. `unit`: what the number
 * counts in a file; null for a web page.
 */
export function CiteMark({ number, unit }: { number: number; unit: string | null }) {
  const openPage = use(CitedPage);
  return (
    <button
      type="button"
      className="cite-mark"
      // A part of a file is called by the words that are shown.
      aria-label={unit === null ? t('delegation.evidence.source', { number }) : undefined}
      onClick={({ currentTarget }) =>
        unit === null || openPage === null ? openSource(number) : openPage(number, currentTarget)
      }
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
