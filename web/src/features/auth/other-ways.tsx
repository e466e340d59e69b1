import { Building2, Fingerprint } from 'lucide-react';
import type { CaptchaPass } from '#web/lib/captcha/use-captcha.tsx';
import { useHasWebAuthn } from '#web/lib/device/use-has-webauthn.ts';
import { useConfig } from '#web/lib/server/use-config.ts';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { goToOrganisation, signInWithPasskey } from './sign-in-elsewhere.ts';
import { useOneAtATime } from './use-one-at-a-time.ts';

interface OtherWaysProps {
  /** Page to open after sign-in. */
  next: string;
  /** Typed address, or null if it is invalid, which the form then shows. */
  readAddress: () => Promise<string | null>;
  /** Captcha pass, or null if there is none, which the form then shows. */
  askForPass: () => Promise<CaptchaPass | null>;
  /** Reports the error message; null at the start of each attempt. */
  onFailed: (sentence: string | null) => void;
}

/** Ways to sign in besides password and email that this browser and installation support. */
export function OtherWays({ next, readAddress, askForPass, onFailed }: OtherWaysProps) {
  const hasOrganisations = useConfig()?.signIn.organisations ?? false;
  const hasPasskeys = useHasWebAuthn();
  const { busy, run } = useOneAtATime(onFailed);
  const askOrganisation = async () => {
    const address = await readAddress();
    const pass = address === null ? null : await askForPass();
    return address === null || pass === null ? null : goToOrganisation(address, next, pass);
  };
  return (
    <>
      {hasPasskeys && (
        <Button
          className="md:h-10"
          icon={<Fingerprint size={16} aria-hidden />}
          busy={busy === 'passkey'}
          busyLabel={t('auth.passkey.busy')}
          onClick={() => run('passkey', signInWithPasskey)}
        >
          {t('auth.passkey.use')}
        </Button>
      )}
      {hasOrganisations && (
        <Button
          className="md:h-10"
          icon={<Building2 size={16} aria-hidden />}
          busy={busy === 'organisation'}
          busyLabel={t('auth.elsewhere.busy')}
          onClick={() => run('organisation', askOrganisation)}
        >
          {t('auth.organisation.use')}
        </Button>
      )}
      <ProviderButtons next={next} busy={busy} run={run} />
    </>
  );
}
