import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { supabase } from '#web/lib/server/supabase.ts';
import { newPasswordRule, PASSWORD_MIN } from '#web/lib/session/field-rules.ts';
import { t } from '#web/texts/later.ts';
import { PasswordField } from '#web/ui/controls/password-field.tsx';
import { AuthForm } from './auth-form.tsx';
import { updateFailure } from './failures.ts';

export interface UpdateFormProps {
  onUpdated: () => void;
  /** Called if the link no longer has a session. */
  onDeadLink: () => void;
}

/** Sets a new password for the user signed in by the reset link. */
export function UpdateForm({ onUpdated, onDeadLink }: UpdateFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { password: '', again: '' } });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ password }) => {
    const outcome = await updatePassword(password);
    if (outcome === null) onUpdated();
    else if (outcome.linkIsDead) onDeadLink();
    else setFailure(outcome.text);
  });

  return (
    <AuthForm
      failure={failure}
      onOutdated={() => setFailure(null)}
      submitLabel={t('auth.update.submit')}
      busyLabel={t('auth.update.busy')}
      busy={isSubmitting}
      onSubmit={() => void submit()}
    >
      <PasswordField
        label={t('auth.update.password')}
        autoComplete="new-password"
        hint={t('auth.password_hint', { count: PASSWORD_MIN })}
        error={errors.password?.message}
        {...register('password', { validate: newPasswordRule })}
      />
      <PasswordField
        label={t('auth.update.again')}
        autoComplete="new-password"
        error={errors.again?.message}
        {...register('again', {
          validate: (again, { password }) => again === password || t('auth.passwords_differ'),
        })}
      />
    </AuthForm>
  );
}

async function updatePassword(password: string) {
  try {
    const { auth } = await supabase();
    const { error } = await auth.updateUser({ password });
    return error ? updateFailure(error) : null;
  } catch {
    return { text: t('auth.network_error'), linkIsDead: false };
  }
}
