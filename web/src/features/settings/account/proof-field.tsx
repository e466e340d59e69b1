import { Trans } from '@lingui/react';
import { useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useConfig } from '#web/lib/server/use-config.ts';
import { useSession } from '#web/lib/session/session.ts';
import { type TextId, t } from '#web/texts/settings.ts';
import { CODE_FIELD } from '#web/ui/controls/code-field.ts';
import { PasswordField } from '#web/ui/controls/password-field.tsx';
import { TextButton } from '#web/ui/controls/text-button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { TextLink } from '#web/ui/controls/text-link.tsx';
import { type ProofKind, sendCode } from './change-password.ts';

interface ProofFieldProps {
  kind: ProofKind;
  email: string;
  /** Makes the field as wide as its container. */
  isWide?: boolean;
  registration: UseFormRegisterReturn;
  error: string | undefined;
  onChoose: (kind: ProofKind) => void;
  /** Called with the reason if the code couldn't be sent; null before each attempt. */
  onFailed: (reason: string | null) => void;
}

/** Field for the current password, or for a code if there is none. */
export function ProofField(props: ProofFieldProps) {
  const { kind, email, isWide = false, registration, error, onChoose, onFailed } = props;
  const [isSending, setIsSending] = useState(false);
  const [isSent, setIsSent] = useState(false);
  const { way, address, staysHere } = useCodeWay(email);
  const send = async () => {
    if (isSending) return;
    setIsSending(true);
    onFailed(null);
    const problem = await sendCode();
    setIsSending(false);
    if (problem !== null) return onFailed(problem);
    setIsSent(true);
    return onChoose('code');
  };
  return (
    <div className="grid gap-1.5">
      {/* Tells password managers whose password this is. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <div className={isWide ? undefined : 'md:w-[calc(50%-.5rem)]'}>
        {kind === 'password' ? (
          <PasswordField
            label={t('settings.password.current')}
            autoComplete="current-password"
            error={error}
            {...registration}
          />
        ) : (
          <TextField
            label={t('settings.password.code', { way })}
            {...CODE_FIELD}
            error={error}
            {...registration}
          />
        )}
      </div>
      <p className="type-meta text-text-3" aria-live="polite">
        {isSending ? (
          t('settings.password.sending')
        ) : (
          <Trans
            id={wayOn(kind, isSent, staysHere)}
            values={{ way, address }}
            components={{
              mail: <TextButton onPress={() => void send()} />,
              mailbox: <TextLink href={`/mailbox?to=${encodeURIComponent(address)}`} newTab />,
              back: <TextButton onPress={() => onChoose('password')} />,
            }}
          />
        )}
      </p>
    </div>
  );
}

/** Hint below the field: how to get a code, where it went, or the other kind of proof. */
function wayOn(kind: ProofKind, isSent: boolean, staysHere: boolean): TextId {
  if (kind === 'password') return 'settings.password.forgot';
  if (!isSent) return 'settings.password.code_first';
  return staysHere ? 'settings.password.sent_local' : 'settings.password.sent';
}

interface CodeWay {
  /** Accounts without an email address get a text. */
  readonly way: 'mail' | 'text';
  readonly address: string;
  /** Not actually sent: it is in the local mailbox. */
  readonly staysHere: boolean;
}

/** Channel that delivers the proof code. */
function useCodeWay(email: string): CodeWay {
  const phone = useSession((state) => state.user?.phone ?? '');
  const config = useConfig();
  if (email !== '') return { way: 'mail', address: email, staysHere: config?.mailbox ?? false };
  // The service stores numbers without the plus.
  return { way: 'text', address: `+${phone}`, staysHere: config?.texts === 'local' };
}
