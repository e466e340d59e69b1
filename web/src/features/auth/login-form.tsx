import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { messages } from '#domain/messages.ts';
import { supabase } from '#web/lib/supabase.ts';
import { notify } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { InlineError } from '#web/ui/inline-error.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { EmailField } from './email-field.tsx';
import { isUnconfirmed, loginFailure } from './failures.ts';
import { resendVerification } from './resend-verification.ts';
import { emailRule, passwordRule } from './rules.ts';

interface Fields {
  email: string;
  password: string;
}

/** Long enough to read the sentence and press the button in it. */
const UNCONFIRMED_MS = 10_000;

/** Signs in with e-mail and password. Where to go afterwards is the page's matter: it follows the session. */
export function LoginForm() {
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm<Fields>({
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ email, password }) => {
    setFailure(null);
    const address = email.trim();
    const outcome = await signIn(address, password);
    if (outcome === 'unconfirmed') {
      notify.error(messages.auth.emailNotConfirmed, {
        id: 'unconfirmed',
        duration: UNCONFIRMED_MS,
        action: { label: 'Resend verification email', onPress: () => void resendVerification(address) },
      });
    } else if (outcome === 'signed_in') notify.success(messages.auth.loggedIn);
    else setFailure(outcome.failure);
  });

  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <EmailField error={errors.email?.message} {...register('email', { validate: emailRule })} />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        labelEnd={
          <Link className="link type-meta" to="/reset-password">
            Forgot it?
          </Link>
        }
        error={errors.password?.message}
        {...register('password', { validate: passwordRule })}
      />
      {failure && <InlineError>{failure}</InlineError>}
      <Button look="primary" type="submit" className="md:h-10" busy={isSubmitting} busyLabel="Logging in…">
        {messages.labels.logIn}
      </Button>
    </form>
  );
}

async function signIn(
  email: string,
  password: string,
): Promise<'signed_in' | 'unconfirmed' | { failure: string }> {
  try {
    const { auth } = await supabase();
    const { error } = await auth.signInWithPassword({ email, password });
    if (!error) return 'signed_in';
    return isUnconfirmed(error) ? 'unconfirmed' : { failure: loginFailure(error) };
  } catch {
    // Not even the client or its configuration could be loaded.
    return { failure: messages.auth.networkError };
  }
}
