import { language } from '#domain/languages.ts';
import { t } from '#web/texts/pages.ts';
import { Receipt } from '#web/ui/paper/receipt.tsx';
import { BrandName } from '../brand-name.tsx';
import { SectionHead } from '../section-head.tsx';
import { answeredAt, sampleReceipt, sampleRecord, slipNumber } from './sample.ts';

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
            <Receipt
              brand={<BrandName />}
              number={slipNumber('0046')}
              note={answeredAt(t('landing.sample.date_move'))}
              title={t('landing.sample.landlord')}
              took={9}
              {...sampleRecord(t('landing.sample.move_project'), 4)}
              {...sampleReceipt(14, language('de').englishName)}
            />
          </figure>
          {NOTES.map((note) => (
            <div key={note} className="note" data-part={note}>
              <h3 className="type-title-3 mb-1">{t(`landing.receipts.${note}.title`)}</h3>
              <p className="text-text-2">{t(`landing.receipts.${note}.text`)}</p>
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}
