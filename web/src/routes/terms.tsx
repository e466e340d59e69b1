import { PolicyPage } from '#web/features/policies/policy-page.tsx';
import { PublicFrame } from '#web/features/public/public-frame.tsx';
import { pageMeta } from '#web/lib/page/page-meta.ts';
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
