import { RedeemPage } from '#web/features/redeem/redeem-page.tsx';
import { pageMeta } from '#web/lib/page-meta.ts';
import { PublicFrame } from '#web/lib/public-frame.tsx';
import { useSessionStart } from '#web/lib/use-session-start.ts';
import { t } from '#web/texts/pages.ts';

export const meta = () =>
  pageMeta({ title: t('redeem.title'), description: t('redeem.description'), path: '/redeem' });

export default function Redeem() {
  useSessionStart();
  return (
    <PublicFrame>
      <RedeemPage />
    </PublicFrame>
  );
}
