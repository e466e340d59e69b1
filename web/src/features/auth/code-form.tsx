import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { askAuth } from '#web/lib/ask-auth.ts';
import { codeRule } from '#web/lib/field-rules.ts';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/button.tsx';
import { CODE_FIELD } from '#web/ui/code-field.ts';
import { InlineError } from '#web/ui/inline-error.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { codeFailure } from './failures.ts';

/** What the digits of a mail open: a new account, the way to a new password, or the list. */
type CodeType = 'signup' | 'recovery' | 'email';

export interface CodeFormProps {
  email: string;
  type: CodeType;
  label?: string;
  /** The session is there. */
  onAccepted: () => void;
}

/** For whoever reads the mail on another device than this one: its code, instead of its link. */
export function CodeForm({ email, type, label = t('auth.code.label'), onAccepted }: CodeFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { code: '' } });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ code }) => {
    setFailure(null);
    const token = code.replace(/\s/g, '');
    const sentence = await askAuth((auth) => auth.verifyOtp({ email, type, token }), codeFailure);
    if (sentence === null) onAccepted();
    else setFailure(sentence);
  });

  return (
    <form method="post" noValidate className="grid gap-3" onSubmit={(event) => void submit(event)}>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
        <TextField
          label={label}
          {...CODE_FIELD}
          error={errors.code?.message}
          {...register('code', { validate: codeRule })}
        />
        <Button type="submit" className="mt-6.5 h-10" busy={isSubmitting} busyLabel={t('auth.code.busy')}>
          {t('auth.code.submit')}
        </Button>
      </div>
      {failure && <InlineError>{failure}</InlineError>}
    </form>
  );
}
