import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { supabase } from '#web/lib/supabase.ts';
import { notify } from '#web/lib/toast.ts';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/button.tsx';
import { InlineError } from '#web/ui/inline-error.tsx';
import { EmailField } from './email-field.tsx';
import { resetFailure } from './failures.ts';
import { emailRule } from './rules.ts';

export interface ResetFormProps {
  onSent: (email: string) => void;
}

/** Asks for the mail with the link to a new password. It answers the same for every address. */
export function ResetForm({ onSent }: ResetFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '' } });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (fields) => {
    setFailure(null);
    const email = fields.email.trim();
    const sentence = await requestReset(email);
    if (sentence !== null) return setFailure(sentence);
    notify.success(t('auth.reset.sent'));
    onSent(email);
  });

  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <EmailField error={errors.email?.message} {...register('email', { validate: emailRule })} />
      {failure && <InlineError>{failure}</InlineError>}
      <Button
        look="primary"
        type="submit"
        className="md:h-10"
        busy={isSubmitting}
        busyLabel={t('auth.reset.busy')}
      >
        {t('auth.reset.submit')}
      </Button>
    </form>
  );
}

async function requestReset(email: string): Promise<string | null> {
  try {
    const { auth } = await supabase();
    const { error } = await auth.resetPasswordForEmail(email, {
      redirectTo: `${location.origin}/update-password`,
    });
    return error ? resetFailure(error) : null;
  } catch {
    return t('auth.network_error');
  }
}
