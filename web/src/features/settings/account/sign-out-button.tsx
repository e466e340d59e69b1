import { useState } from 'react';
import { signOut } from '#web/lib/session/session.ts';
import { t } from '#web/texts/settings.ts';
import { Button, type ButtonProps } from '#web/ui/controls/button.tsx';

interface SignOutButtonProps extends Pick<ButtonProps, 'look' | 'size' | 'icon' | 'children'> {
  /** This device, or all. */
  scope: 'local' | 'global';
}

export function SignOutButton({ scope, ...button }: SignOutButtonProps) {
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    await signOut(scope);
    // Still signed in: the request failed, and a toast said so.
    setBusy(false);
  };
  return (
    <Button {...button} busy={busy} busyLabel={t('settings.sign_out.busy')} onClick={() => void leave()} />
  );
}
