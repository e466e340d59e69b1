import type { User } from '@supabase/supabase-js';
import { Loaded } from '#web/lib/page/loaded.tsx';
import { t } from '#web/texts/app.ts';
import { LoadingPage } from '#web/ui/feedback/loading-page.tsx';
import { AuthPage } from '../auth-page.tsx';

/** Most people have no second factor: its form is not for everybody to load. */
const load = async () => (await import('./second-factor.tsx')).SecondFactor;

/** For somebody who has shown one of two factors. */
export function SecondFactorPage({ user }: { user: User }) {
  const { email } = user;
  const lead = email ? t('auth.factor.lead', { email }) : t('auth.factor.lead.nameless');
  return (
    <AuthPage heading={t('auth.factor.title')} lead={lead}>
      <Loaded load={load} props={{ user }} waiting={<LoadingPage lines={3} />} />
    </AuthPage>
  );
}
