import { PublicFrame } from '#web/features/public/public-frame.tsx';
import { TestCheckoutPage } from '#web/features/test-checkout/test-checkout-page.tsx';
import { pageMeta } from '#web/lib/page/page-meta.ts';
import { t } from '#web/texts/later.ts';

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
