import type { SignInWithPasswordCredentials } from '@supabase/supabase-js';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { useCaptcha } from '#web/lib/captcha/use-captcha.tsx';
import { notify } from '#web/lib/page/toast.ts';
import { supabase } from '#web/lib/server/supabase.ts';
import { emailRule, passwordRule } from '#web/lib/session/field-rules.ts';
import { greet } from '#web/lib/session/session.ts';
import { t } from '#web/texts/later.ts';
import { PasswordField } from '#web/ui/controls/password-field.tsx';
import { AuthForm } from './auth-form.tsx';
import { EmailField } from './email-field.tsx';
import { isUnconfirmed, loginFailure } from './failures.ts';
import { OtherWays } from './other-ways.tsx';
import { sendOneTimeCode } from './send-one-time-code.ts';
import { resendVerification } from './sign-up/resend-verification.ts';

export interface LoginFormProps {
  /** Page to open after sign-in; also the target of emailed links. */
  next: string;
  initialEmail: string;
  onCodeSent: (email: string) => void;
  /** Called to sign in by text instead. */
  onText: () => void;
}

/** Long enough to read the toast and press its button. */
const UNCONFIRMED_MS = 10_000;

/** Signs in with email and password, or sends a code. The page follows the session to decide where to go. */
export function LoginForm({ next, initialEmail, onCodeSent, onText }: LoginFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, trigger, getValues, formState } = useForm({
    defaultValues: { email: initialEmail, password: '' },
  });
  const { errors, isSubmitting } = formState;
  const captcha = useCaptcha();
  const offerToResend = (address: string) =>
    notify.error(t('auth.email_not_confirmed'), {
      id: 'unconfirmed',
      duration: UNCONFIRMED_MS,
      action: { label: t('auth.resend_verification'), onPress: () => void resend(address) },
    });
  const resend = async (address: string) => {
    const pass = await captcha.pass();
    // The press dismissed the toast: offer it again.
    if (pass === null) offerToResend(address);
    else await resendVerification(address, next, pass);
  };

  const submit = handleSubmit(async ({ email, password }) => {
    const pass = await captcha.pass();
    if (pass === null) return;
    const address = email.trim();
    const outcome = await signIn({ email: address, password, options: { ...pass } });
    if (outcome === 'unconfirmed') offerToResend(address);
    else if (outcome === 'signed_in') greet(t('auth.logged_in'));
    else setFailure(outcome.failure);
  });

  const readAddress = async () =>
    (await trigger('email', { shouldFocus: true })) ? getValues('email').trim() : null;
  const askForCode = async () => {
    const address = await readAddress();
    const pass = address === null ? null : await captcha.pass();
    if (address === null || pass === null) return null;
    const sentence = await sendOneTimeCode({ kind: 'email', address }, next, pass);
    if (sentence === null) onCodeSent(address);
    return sentence;
  };

  return (
    <AuthForm
      captcha={captcha}
      failure={failure}
      onOutdated={() => setFailure(null)}
      submitLabel={t('auth.login.submit')}
      busyLabel={t('auth.login.busy')}
      busy={isSubmitting}
      onSubmit={() => void submit()}
      others={
        <OtherWays
          next={next}
          readAddress={readAddress}
          askForPass={captcha.pass}
          onFailed={setFailure}
          onMail={askForCode}
          onText={onText}
        />
      }
    >
      <EmailField error={errors.email?.message} {...register('email', { validate: emailRule })} />
      <PasswordField
        label={t('auth.password')}
        autoComplete="current-password"
        labelEnd={
          <Link className="link type-meta hit-40" to="/reset-password">
            {t('auth.login.forgot')}
          </Link>
        }
        error={errors.password?.message}
        {...register('password', { validate: passwordRule })}
      />
    </AuthForm>
  );
}

async function signIn(
  credentials: SignInWithPasswordCredentials,
): Promise<'signed_in' | 'unconfirmed' | { failure: string }> {
  try {
    const { auth } = await supabase();
    const { error } = await auth.signInWithPassword(credentials);
    if (!error) return 'signed_in';
    return isUnconfirmed(error) ? 'unconfirmed' : { failure: loginFailure(error) };
  } catch {
    // Not even the client or its configuration could be loaded.
    return { failure: t('auth.network_error') };
  }
}
