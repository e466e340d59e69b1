import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/button.tsx';
import { InlineError } from '#web/ui/inline-error.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { MarketingBox, TermsBox } from './consent.tsx';
import { EmailField } from './email-field.tsx';
import { emailRule, fullNameRule, PASSWORD_MIN, passwordRule, termsRule } from './rules.ts';
import { type Registration, signUp } from './sign-up.ts';

export interface RegisterFormProps {
  /** What was typed before, when the person comes back to correct the address. */
  initial: Registration | null;
  /** Where the link of the mail leads. */
  next: string;
  /** The account is made and waits for its address to be confirmed. */
  onSent: (registration: Registration) => void;
}

const EMPTY: Registration = { fullName: '', email: '', password: '', terms: false, marketing: false };

export function RegisterForm({ initial, next, onSent }: RegisterFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm<Registration>({ defaultValues: initial ?? EMPTY });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (registration) => {
    setFailure(null);
    const outcome = await signUp(registration, next);
    if (outcome.kind === 'failed') setFailure(outcome.sentence);
    else if (outcome.kind === 'verify') onSent(registration);
  });

  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('auth.full_name')}
        autoComplete="name"
        error={errors.fullName?.message}
        {...register('fullName', { validate: fullNameRule })}
      />
      <EmailField error={errors.email?.message} {...register('email', { validate: emailRule })} />
      <TextField
        label={t('auth.password')}
        type="password"
        autoComplete="new-password"
        hint={t('auth.password_hint', { count: PASSWORD_MIN })}
        error={errors.password?.message}
        {...register('password', { validate: passwordRule })}
      />
      <TermsBox error={errors.terms?.message} {...register('terms', { validate: termsRule })} />
      <MarketingBox {...register('marketing')} />
      {failure && <InlineError>{failure}</InlineError>}
      <Button
        look="primary"
        type="submit"
        className="md:h-10"
        busy={isSubmitting}
        busyLabel={t('auth.register.busy')}
      >
        {t('auth.register.submit')}
      </Button>
    </form>
  );
}
