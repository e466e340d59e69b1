import { PolicyPage } from '#web/features/policies/policy-page.tsx';
import { pageMeta } from '#web/lib/page-meta.ts';
import { PublicFrame } from '#web/lib/public-frame.tsx';
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
