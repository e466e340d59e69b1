import { CREDITS_PER_RUN } from '#domain/shop/credits.ts';
import { ConnectModel } from '#web/lib/models/connect-model.tsx';
import { ShowExample } from '#web/lib/models/show-example.tsx';
import type { Credits } from '#web/lib/plans/use-credits.ts';
import { t } from '#web/texts/later.ts';
import { ReceiptLine } from '#web/ui/paper/receipt-line.tsx';
import { costWords } from '../cost-words.ts';

/** Price and remaining credits, shown before submitting. */
export function DelegationCost({ credits: { isFree, left } }: { credits: Credits }) {
  return (
    <div className="type-slip w-63 text-text-2 max-md:w-full">
      <ReceiptLine label={t('delegation.this_task')} value={costWords(isFree)} strong />
      {isFree && (
        <p className="flex flex-wrap gap-x-4">
          <ShowExample />
          <ConnectModel />
        </p>
      )}
      {!isFree && (
        <>
          <p>{t('delegation.given_back')}</p>
          <ReceiptLine
            label={t('delegation.left_afterwards')}
            value={t('delegation.credits_left', { left: Math.max(0, left - CREDITS_PER_RUN) })}
          />
        </>
      )}
    </div>
  );
}
