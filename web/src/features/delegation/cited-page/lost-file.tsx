import type { Source } from '#domain/evidence.ts';
import { type TextId, t } from '#web/texts/later.ts';
import { ScrollBox } from '#web/ui/controls/scroll-box.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { RetryError } from '#web/ui/feedback/retry-error.tsx';
import { Passages } from './passages.tsx';
import type { FileProblem } from './stored-file.ts';

const WORDS: Readonly<Record<FileProblem, TextId>> = {
  gone: 'delegation.page.gone',
  locked: 'delegation.page.locked',
  broken: 'delegation.page.broken',
  failed: 'delegation.page.failed',
};

interface LostFileProps extends Pick<Source, 'quotes'> {
  problem: FileProblem;
  /** Of the page that was asked for. */
  number: number;
  onRetry: () => void;
}

/** Why a file isn't shown, and what the answer has kept of the page. */
export function LostFile({ problem, number, quotes, onRetry }: LostFileProps) {
  return (
    <ScrollBox label={t('delegation.evidence.page_name', { number, unit: 'page' })} className="cited-text">
      {problem === 'failed' ? (
        <RetryError retry={t('delegation.load_again')} onRetry={onRetry}>
          {t(WORDS[problem])}
        </RetryError>
      ) : (
        <Notice>{t(WORDS[problem])}</Notice>
      )}
      {quotes.length > 0 && <p className="type-meta mt-4 text-text-2">{t('delegation.page.kept')}</p>}
      <Passages quotes={quotes} />
    </ScrollBox>
  );
}
