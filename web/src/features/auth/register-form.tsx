import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { messages } from '#domain/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { InlineError } from '#web/ui/inline-error.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { EmailField } from './email-field.tsx';
import { emailRule, fullNameRule, PASSWORD_MIN, passwordRule, termsRule } from './rules.ts';
import { type Registration, signUp } from './sign-up.ts';

export interface RegisterFormProps {
  /** What was typed before, when the person comes back to correct the address. */
  initial: Registration | null;
  /** The account is made and waits for its address to be confirmed. */
  onSent: (registration: Registration) => void;
}

const EMPTY: Registration = { fullName: '', email: '', password: '', terms: false, marketing: false };

export function RegisterForm({ initial, onSent }: RegisterFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm<Registration>({ defaultValues: initial ?? EMPTY });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (registration) => {
    setFailure(null);
    const outcome = await signUp(registration);
    if (outcome.kind === 'failed') setFailure(outcome.sentence);
    else if (outcome.kind === 'verify') onSent(registration);
  });

  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <TextField
        label="Full name"
        autoComplete="name"
        error={errors.fullName?.message}
        {...register('fullName', { validate: fullNameRule })}
      />
      <EmailField error={errors.email?.message} {...register('email', { validate: emailRule })} />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN} characters.`}
        error={errors.password?.message}
        {...register('password', { validate: passwordRule })}
      />
      <Checkbox error={errors.terms?.message} {...register('terms', { validate: termsRule })}>
        I accept the terms of service.
      </Checkbox>
      <Checkbox {...register('marketing')}>Send me news about the product now and then. (optional)</Checkbox>
      {failure && <InlineError>{failure}</InlineError>}
      <Button look="primary" type="submit" className="md:h-10" busy={isSubmitting} busyLabel="Signing up…">
        {messages.labels.signUp}
      </Button>
    </form>
  );
}
