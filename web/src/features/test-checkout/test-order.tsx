import { t } from '#web/texts/later.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';
import { moneyFormat } from '#web/ui/marks/money-format.ts';
import { ReceiptLine } from '#web/ui/paper/receipt-line.tsx';
import type { TestOrder as Order } from './test-page.ts';
import { useTestAct } from './use-test-act.ts';

/** Order summary and the button that pays it. */
export function TestOrder({ refId, order }: { refId: string; order: Order }) {
  const { doing, hasFailed, act } = useTestAct(refId);
  return (
    <>
      <div className="type-slip my-6 border-y border-line-strong py-3">
        <p className="type-slip-head wrap-anywhere">{order.name}</p>
        <p className="mb-3 wrap-anywhere text-text-2">{order.description}</p>
        <ReceiptLine strong label={t('test_checkout.to_pay')} value={amountOf(order)} />
      </div>
      {hasFailed && <InlineError>{t('test_checkout.failed')}</InlineError>}
      {order.is_paid ? (
        <p className="mb-4">{t('test_checkout.is_paid')}</p>
      ) : (
        <Button
          look="primary"
          busy={doing !== null}
          busyLabel={t('test_checkout.paying')}
          onClick={() => act('pay')}
        >
          {t('test_checkout.pay')}
        </Button>
      )}
      <p className="mt-5">
        <a className="link type-ui" href={order.back_url}>
          {t('test_checkout.back')}
        </a>
      </p>
    </>
  );
}

function amountOf({ cents, currency, interval }: Order): string {
  const amount = moneyFormat(currency).format(cents / 100);
  if (interval === null) return t('test_checkout.once', { amount });
  return interval === 'month'
    ? t('test_checkout.each_month', { amount })
    : t('test_checkout.each_year', { amount });
}
