import { PricingPage } from '#web/features/pricing/pricing-page.tsx';
import { pageMeta } from '#web/lib/page-meta.ts';
import { PublicFrame } from '#web/lib/public-frame.tsx';
import { useSessionStart } from '#web/lib/use-session-start.ts';
import { t } from '#web/texts/pages.ts';

export const meta = () =>
  pageMeta({ title: t('pricing.title'), description: t('pricing.description'), path: '/pricing' });

export default function Pricing() {
  useSessionStart();
  return (
    <PublicFrame>
      <PricingPage />
    </PublicFrame>
  );
}
