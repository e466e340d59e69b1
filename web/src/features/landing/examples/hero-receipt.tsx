import { t } from '#web/texts/pages.ts';
import { ResultButton } from './result-dialogs.tsx';
import { ResearchReceipt } from './sample-receipts.tsx';

/** Receipt of the sample research, with its full result where there is no window beside it. */
export function HeroReceipt() {
  return (
    <div className="hero-receipt">
      <figure aria-label={t('landing.hero.receipt')}>
        <ResearchReceipt />
      </figure>
      <ResultButton result="research" className="mt-4 min-[1152px]:hidden" />
    </div>
  );
}
