import { t } from '#web/texts/pages.ts';
import { SectionHead } from '../section-head.tsx';
import { ResultButton } from './result-dialogs.tsx';
import { DataReceipt } from './sample-receipts.tsx';

/** Notes in the order of the receipt's parts, beside which they are placed if there is room. */
const NOTES = ['done', 'sent', 'unverified', 'cost'] as const;

/** A full receipt with a note for each part. */
export function Receipts() {
  return (
    <section id="receipts" className="band">
      <div className="wrap">
        <SectionHead title={t('landing.receipts.title')}>{t('landing.receipts.lead')}</SectionHead>
        <div className="noted">
          <figure className="noted-receipt" aria-label={t('landing.receipts.sample')}>
            <DataReceipt />
          </figure>
          {NOTES.map((note) => (
            <div key={note} className="note" data-part={note}>
              <h3 className="type-title-3 mb-1">{t(`landing.receipts.${note}.title`)}</h3>
              <p className="text-text-2">{t(`landing.receipts.${note}.text`)}</p>
            </div>
          ))}
        </div>
        <p className="mt-8 text-center">
          <ResultButton result="data_analysis" />
        </p>
      </div>
    </section>
  );
}
