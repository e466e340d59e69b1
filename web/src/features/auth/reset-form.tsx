import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useCaptcha } from '#web/lib/captcha/use-captcha.tsx';
import { notify } from '#web/lib/page/toast.ts';
import { emailRule } from '#web/lib/session/field-rules.ts';
import { t } from '#web/texts/later.ts';
import { AuthForm } from './auth-form.tsx';
import { EmailField } from './email-field.tsx';
import { sendReset } from './send-reset.ts';

export interface ResetFormProps {
  /** Address typed before, if the user came back to correct it. */
  initialEmail: string;
  onSent: (email: string) => void;
}

/** Requests a password reset email. The response is the same for every address. */
export function ResetForm({ initialEmail, onSent }: ResetFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: initialEmail } });
  const { errors, isSubmitting } = formState;
  const captcha = useCaptcha();

  const submit = handleSubmit(async (fields) => {
    const pass = await captcha.pass();
    if (pass === null) return;
    const email = fields.email.trim();
    const sentence = await sendReset(email, pass);
    if (sentence !== null) return setFailure(sentence);
    notify.success(t('auth.reset.sent'));
    onSent(email);
  });

  return (
    <AuthForm
      captcha={captcha}
      failure={failure}
      onOutdated={() => setFailure(null)}
      submitLabel={t('auth.reset.submit')}
      busyLabel={t('auth.reset.busy')}
      busy={isSubmitting}
      onSubmit={() => void submit()}
    >
      <EmailField error={errors.email?.message} {...register('email', { validate: emailRule })} />
    </AuthForm>
  );
}
