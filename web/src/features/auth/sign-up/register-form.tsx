import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useCaptcha } from '#web/lib/captcha/use-captcha.tsx';
import { useConfig } from '#web/lib/server/use-config.ts';
import {
  emailRule,
  fullNameRule,
  PASSWORD_MIN,
  passwordRule,
  termsRule,
} from '#web/lib/session/field-rules.ts';
import { t } from '#web/texts/later.ts';
import { PasswordField } from '#web/ui/controls/password-field.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { AuthForm } from '../auth-form.tsx';
import { EmailField } from '../email-field.tsx';
import { OrLine } from '../or-line.tsx';
import { ProviderButtons } from '../provider-buttons.tsx';
import { useOneAtATime } from '../use-one-at-a-time.ts';
import { MarketingBox, TermsBox } from './consent.tsx';
import { type Registration, signUp } from './sign-up.ts';

export interface RegisterFormProps {
  /** Values typed before, if the user came back to correct the address. */
  initial: Registration | null;
  /** Target of the link in the email. */
  next: string;
  /** Called once the account exists and waits for confirmation. */
  onSent: (registration: Registration) => void;
}

const EMPTY: Registration = { fullName: '', email: '', password: '', terms: false, marketing: false };

export function RegisterForm({ initial, next, onSent }: RegisterFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm<Registration>({ defaultValues: initial ?? EMPTY });
  const { errors, isSubmitting } = formState;
  const captcha = useCaptcha();

  const submit = handleSubmit(async (registration) => {
    const pass = await captcha.pass();
    if (pass === null) return;
    const outcome = await signUp(registration, next, pass);
    if (outcome.kind === 'failed') setFailure(outcome.sentence);
    else if (outcome.kind === 'verify') onSent(registration);
  });

  return (
    <AuthForm
      captcha={captcha}
      failure={failure}
      onOutdated={() => setFailure(null)}
      submitLabel={t('auth.register.submit')}
      busyLabel={t('auth.register.busy')}
      busy={isSubmitting}
      onSubmit={() => void submit()}
      others={<SignUpElsewhere next={next} onFailed={setFailure} />}
    >
      <TextField
        label={t('auth.full_name')}
        autoComplete="name"
        error={errors.fullName?.message}
        {...register('fullName', { validate: fullNameRule })}
      />
      <EmailField error={errors.email?.message} {...register('email', { validate: emailRule })} />
      <PasswordField
        label={t('auth.password')}
        autoComplete="new-password"
        hint={t('auth.password_hint', { count: PASSWORD_MIN })}
        error={errors.password?.message}
        {...register('password', { validate: passwordRule })}
      />
      <TermsBox error={errors.terms?.message} {...register('terms', { validate: termsRule })} />
      <MarketingBox {...register('marketing')} />
    </AuthForm>
  );
}

interface SignUpElsewhereProps {
  next: string;
  /** Reports the error message, for the form to show; null at the start of each attempt. */
  onFailed: (sentence: string | null) => void;
}

/** Sign-up by other services, instead of the form. Renders nothing if none is configured. */
function SignUpElsewhere({ next, onFailed }: SignUpElsewhereProps) {
  const oneAtATime = useOneAtATime(onFailed);
  if (!useConfig()?.signIn.providers.length) return null;
  return (
    <div className="grid gap-4">
      <OrLine />
      <ProviderButtons next={next} {...oneAtATime} />
    </div>
  );
}
