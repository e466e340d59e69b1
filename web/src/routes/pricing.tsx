import { PricingPage } from '#web/features/pricing/pricing-page.tsx';
import { PublicFrame } from '#web/features/public/public-frame.tsx';
import { pageMeta } from '#web/lib/page/page-meta.ts';
import { useSessionStart } from '#web/lib/session/use-session-start.ts';
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
