import type { ReactNode } from 'react';
import { t } from '#web/texts/app.ts';
import { openSource } from './open-source.ts';

/** A citation that links to its source in the receipt. */
export function CiteMark({ number, isPage }: { number: number; isPage: boolean }) {
  return (
    <button
      type="button"
      className="cite-mark"
      aria-label={t(isPage ? 'delegation.evidence.page_name' : 'delegation.evidence.source', { number })}
      onClick={() => openSource(number)}
    >
      {isPage ? t('delegation.evidence.page', { number }) : number}
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
