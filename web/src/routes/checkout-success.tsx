import { CheckoutSuccess } from '#web/features/checkout/checkout-success.tsx';
import { pageMeta } from '#web/lib/page-meta.ts';
import { PublicFrame } from '#web/lib/public-frame.tsx';
import { useSessionStart } from '#web/lib/use-session-start.ts';
import { t } from '#web/texts/app.ts';

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
