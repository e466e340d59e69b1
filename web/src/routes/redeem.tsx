import { PublicFrame } from '#web/features/public/public-frame.tsx';
import { RedeemPage } from '#web/features/redeem/redeem-page.tsx';
import { pageMeta } from '#web/lib/page/page-meta.ts';
import { useSessionStart } from '#web/lib/session/use-session-start.ts';
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
