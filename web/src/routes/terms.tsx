import { PolicyPage } from '#web/features/policies/policy-page.tsx';
import { pageMeta } from '#web/lib/page-meta.ts';
import { PublicFrame } from '#web/lib/public-frame.tsx';
import { t } from '#web/texts/pages.ts';

export const meta = () =>
  pageMeta({
    title: t('policies.terms.title'),
    description: t('policies.terms.description'),
    path: '/terms',
  });

export default function Terms() {
  return (
    <PublicFrame>
      <PolicyPage name="terms" />
    </PublicFrame>
  );
}
