import { PolicyPage } from '#web/features/policies/policy-page.tsx';
import { PublicFrame } from '#web/features/public/public-frame.tsx';
import { pageMeta } from '#web/lib/page/page-meta.ts';
import { t } from '#web/texts/pages.ts';

export const meta = () =>
  pageMeta({
    title: t('policies.privacy.title'),
    description: t('policies.privacy.description'),
    path: '/privacy',
  });

export default function Privacy() {
  return (
    <PublicFrame>
      <PolicyPage name="privacy" />
    </PublicFrame>
  );
}
