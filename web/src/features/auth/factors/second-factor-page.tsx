import type { User } from '@supabase/supabase-js';
import { Loaded } from '#web/lib/page/loaded.tsx';
import { t } from '#web/texts/later.ts';
import { LoadingPage } from '#web/ui/feedback/loading-page.tsx';
import { AuthPage } from '../auth-page.tsx';

/** Loaded on demand: most users have no second factor. */
const load = async () => (await import('./second-factor.tsx')).SecondFactor;

/** Page for a user who has passed the first of two factors. */
export function SecondFactorPage({ user }: { user: User }) {
  const { email } = user;
  const lead = email ? t('auth.factor.lead', { email }) : t('auth.factor.lead.nameless');
  return (
    <AuthPage heading={t('auth.factor.title')} lead={lead}>
      <Loaded load={load} props={{ user }} waiting={<LoadingPage lines={3} />} />
    </AuthPage>
  );
}
