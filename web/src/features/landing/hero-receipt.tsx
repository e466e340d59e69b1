import { PRODUCT_NAME } from '#web/lib/product-name.ts';
import { Receipt } from '#web/ui/receipt.tsx';
import { SAMPLE_NUMBER, SAMPLE_TITLE } from './sample.ts';

/** What lies beside an answer, in the product's own words. */
export function HeroReceipt() {
  return (
    <figure className="hero-receipt" aria-label="A receipt, as it comes with every answer">
      <Receipt
        heading="p"
        brand={<span data-brand="name">{PRODUCT_NAME}</span>}
        number={SAMPLE_NUMBER}
        note="Answer. Fri 20 Nov 2026, 09:14"
        title={SAMPLE_TITLE}
        took={12}
        steps={[
          { at: 0, text: 'Read the task' },
          { at: 0, text: 'Read the project The seventieth: description, 6 task titles' },
          { at: 1, text: 'Asked the text model' },
        ]}
        sent={[
          'The task: title, category, priority, timeframe',
          'The project The seventieth: description, 6 task titles',
        ]}
        unverified="Anything: no source was read"
        facts={[['Language', 'English']]}
        cost={[
          ['AI task', '1 credit'],
          ['Credits left', '14 of 15'],
        ]}
      />
    </figure>
  );
}
