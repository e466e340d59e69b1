import { language } from '#domain/languages.ts';
import { t } from '#web/texts/pages.ts';
import { Receipt } from '#web/ui/paper/receipt.tsx';
import { BrandName } from '../brand-name.tsx';
import { answeredAt, sampleReceipt, sampleRecord, slipNumber } from './sample.ts';

/** Sample receipt in the app's own words. */
export function HeroReceipt() {
  return (
    <figure className="hero-receipt" aria-label={t('landing.hero.receipt')}>
      <Receipt
        brand={<BrandName />}
        number={slipNumber('0047')}
        note={answeredAt(t('landing.sample.date_toast'))}
        title={t('landing.sample.toast')}
        took={12}
        {...sampleRecord(t('landing.sample.toast_project'), 6)}
        {...sampleReceipt(13, language('en').englishName)}
      />
    </figure>
  );
}
