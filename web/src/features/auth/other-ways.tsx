import Building2 from 'lucide-react/icons/building-complex';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Fingerprint from 'lucide-react/icons/fingerprint-pattern';
import Mail from 'lucide-react/icons/mail';
import MessageSquare from 'lucide-react/icons/message-square';
import type { CaptchaPass } from '#web/lib/captcha/use-captcha.tsx';
import { useHasWebAuthn } from '#web/lib/device/use-has-webauthn.ts';
import { useConfig } from '#web/lib/server/use-config.ts';
import { t } from '#web/texts/later.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { OrLine } from './or-line.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { goToOrganisation, signInWithPasskey } from './sign-in-elsewhere.ts';
import { type OneAtATime, useOneAtATime } from './use-one-at-a-time.ts';

interface OtherWaysProps {
  /** Page to open after sign-in. */
  next: string;
  /** Typed address, or null if it is invalid, which the form then shows. */
  readAddress: () => Promise<string | null>;
  /** Captcha pass, or null if there is none, which the form then shows. */
  askForPass: () => Promise<CaptchaPass | null>;
  /** Reports the error message; null at the start of each attempt. */
  onFailed: (sentence: string | null) => void;
  /** Sends a code by mail. Resolves to an error message, or null. */
  onMail: () => Promise<string | null>;
  /** Called to sign in by text instead. */
  onText: () => void;
}

/** Ways to sign in besides the password: those an operator has configured, and the rest behind a button. */
export function OtherWays({ next, readAddress, askForPass, onFailed, onMail, onText }: OtherWaysProps) {
  const signIn = useConfig()?.signIn;
  const oneAtATime = useOneAtATime(onFailed);
  const { busy, run } = oneAtATime;
  const askOrganisation = async () => {
    const address = await readAddress();
    const pass = address === null ? null : await askForPass();
    return address === null || pass === null ? null : goToOrganisation(address, next, pass);
  };
  return (
    <>
      {signIn && (signIn.organisations || signIn.providers.length > 0) && <OrLine />}
      {signIn?.organisations && (
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
      <ProviderButtons next={next} {...oneAtATime} />
      <MoreWays {...oneAtATime} onMail={onMail} onText={onText} />
    </>
  );
}

/**
 * Ways that need no configuration, as far as this browser and installation support them. Native <details>, which
 * opens before the page's code has come.
 */
function MoreWays({ busy, run, onMail, onText }: OneAtATime & Pick<OtherWaysProps, 'onMail' | 'onText'>) {
  const hasPasskeys = useHasWebAuthn();
  const sendsTexts = (useConfig()?.texts ?? 'none') !== 'none';
  return (
    <details className="group">
      <summary className={buttonClass('plain', 'm', 'mx-auto flex! w-fit cursor-pointer')}>
        {t('auth.other_ways')}
        <ChevronDown size={16} aria-hidden className="group-open:rotate-180" />
      </summary>
      <div className="grid gap-4 pt-3">
        <Button
          className="md:h-10"
          icon={<Mail size={16} aria-hidden />}
          busy={busy === 'mail'}
          busyLabel={t('auth.one_time.busy')}
          onClick={() => run('mail', onMail)}
        >
          {t('auth.one_time.ask')}
        </Button>
        {sendsTexts && (
          <Button className="md:h-10" icon={<MessageSquare size={16} aria-hidden />} onClick={onText}>
            {t('auth.text.ask')}
          </Button>
        )}
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
      </div>
    </details>
  );
}
