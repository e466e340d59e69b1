import type { Catalogue } from '#domain/shop/catalogue.ts';
import { intervalOf, type PlanKey, tierOf } from '#domain/shop/plans.ts';
import { longDate } from '#web/lib/format/long-date.ts';
import { useCatalogue } from '#web/lib/server/use-catalogue.ts';
import { t } from '#web/texts/later.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';
import { ReceiptLine } from '#web/ui/paper/receipt-line.tsx';
import { otherPlans, type TestPlan } from './test-page.ts';
import { useTestAct } from './use-test-act.ts';

/** Test customer portal: change, cancel or resume a plan. */
export function TestPortal({ refId, plan }: { refId: string; plan: TestPlan }) {
  const { doing, hasFailed, act } = useTestAct(refId);
  const catalogue = useCatalogue();
  const busy = doing !== null;
  return (
    <>
      <div className="type-slip my-6 border-y border-line-strong py-3">
        <ReceiptLine label={t('test_checkout.plan')} value={nameOf(plan.item, catalogue)} />
        <ReceiptLine
          label={plan.is_cancelled ? t('test_checkout.ends') : t('test_checkout.renews')}
          value={longDate(plan.paid_until)}
        />
        {plan.next_item !== plan.item && !plan.is_cancelled && (
          <ReceiptLine label={t('test_checkout.then')} value={nameOf(plan.next_item, catalogue)} />
        )}
      </div>
      {hasFailed && <InlineError>{t('test_checkout.failed')}</InlineError>}
      <ul className="grid w-fit gap-2">
        {otherPlans(plan.item).map((item) => (
          <li key={item} className="grid">
            <Button busy={busy} busyLabel={t('test_checkout.changing')} onClick={() => act(item)}>
              {t('test_checkout.change', { plan: nameOf(item, catalogue) })}
            </Button>
          </li>
        ))}
        <li className="mt-3 grid">
          {plan.is_cancelled ? (
            <Button
              look="primary"
              busy={busy}
              busyLabel={t('test_checkout.changing')}
              onClick={() => act('resume')}
            >
              {t('test_checkout.resume')}
            </Button>
          ) : (
            <Button
              look="damage"
              busy={busy}
              busyLabel={t('test_checkout.changing')}
              onClick={() => act('cancel')}
            >
              {t('test_checkout.cancel')}
            </Button>
          )}
        </li>
      </ul>
    </>
  );
}

function nameOf(item: PlanKey, { plans }: Catalogue): string {
  const name = plans.find((plan) => plan.tier === tierOf(item))?.name ?? '';
  return t(`test_checkout.item.${intervalOf(item)}`, { name });
}
