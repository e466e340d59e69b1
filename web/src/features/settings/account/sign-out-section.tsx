import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { signOut } from '#web/lib/session/session.ts';
import { t } from '#web/texts/settings.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Section } from '../section.tsx';

/** Sign out of this device, or of all. */
export function SignOutSection() {
  const [busy, setBusy] = useState<'local' | 'global'>();
  const leave = async (scope: 'local' | 'global') => {
    setBusy(scope);
    await signOut(scope);
    // Still signed in: the request failed, and a toast said so.
    setBusy(undefined);
  };
  return (
    <Section id="sign-out" title={t('settings.sign_out')}>
      <div className="flex flex-wrap gap-2">
        <Button
          icon={<LogOut size={16} aria-hidden className="rtl:-scale-x-100" />}
          busy={busy === 'local'}
          busyLabel={t('settings.sign_out.busy')}
          onClick={() => void leave('local')}
        >
          {t('settings.sign_out')}
        </Button>
        <Button
          look="plain"
          busy={busy === 'global'}
          busyLabel={t('settings.sign_out.busy')}
          onClick={() => void leave('global')}
        >
          {t('settings.sign_out.everywhere')}
        </Button>
      </div>
      <p className="type-meta mt-2 text-text-3">{t('settings.sign_out.hint')}</p>
    </Section>
  );
}
