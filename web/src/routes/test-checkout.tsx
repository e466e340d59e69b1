import { TestCheckoutPage } from '#web/features/test-checkout/test-checkout-page.tsx';
import { pageMeta } from '#web/lib/page-meta.ts';
import { PublicFrame } from '#web/lib/public-frame.tsx';
import { t } from '#web/texts/app.ts';

export const meta = () =>
  pageMeta({
    title: t('test_checkout.title'),
    description: t('test_checkout.description'),
    path: '/checkout/test',
    hidden: true,
  });

export default function TestCheckout() {
  return (
    <PublicFrame>
      <TestCheckoutPage />
    </PublicFrame>
  );
}
