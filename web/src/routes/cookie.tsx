import { PolicyPage } from '#web/features/policies/policy-page.tsx';
import { PublicFrame } from '#web/features/public/public-frame.tsx';
import { pageMeta } from '#web/lib/page/page-meta.ts';
import { t } from '#web/texts/pages.ts';

export const meta = () =>
  pageMeta({
    title: t('policies.cookie.title'),
    description: t('policies.cookie.description'),
    path: '/cookie',
  });

export default function Cookie() {
  return (
    <PublicFrame>
      <PolicyPage name="cookie" />
    </PublicFrame>
  );
}
