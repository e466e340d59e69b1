import { CheckoutSuccess } from '#web/features/checkout/checkout-success.tsx';
import { PublicFrame } from '#web/features/public/public-frame.tsx';
import { pageMeta } from '#web/lib/page/page-meta.ts';
import { useSessionStart } from '#web/lib/session/use-session-start.ts';
import { t } from '#web/texts/later.ts';

export const meta = () =>
  pageMeta({
    title: t('checkout.title'),
    description: t('checkout.description'),
    path: '/checkout/success',
    hidden: true,
  });

export default function CheckoutSuccessRoute() {
  useSessionStart();
  return (
    <PublicFrame>
      <CheckoutSuccess />
    </PublicFrame>
  );
}
