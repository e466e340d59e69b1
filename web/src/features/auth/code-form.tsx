import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { askAuth } from '#web/lib/server/ask-auth.ts';
import { codeRule, textedCodeRule } from '#web/lib/session/field-rules.ts';
import { t } from '#web/texts/later.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { CODE_FIELD } from '#web/ui/controls/code-field.ts';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';
import { codeFailure } from './failures.ts';
import type { SentCode } from './recipient.ts';

export interface CodeFormProps {
  sent: SentCode;
  label?: string;
  /** Focuses the field, after a button led here. */
  takesFocus?: boolean;
  /** Called once the session exists. */
  onAccepted: () => void;
}

/** Form for a code from a text or email, possibly received on another device. */
export function CodeForm(props: CodeFormProps) {
  const { sent, label = t('auth.code.label'), takesFocus = false, onAccepted } = props;
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setFocus } = useForm({ defaultValues: { code: '' } });
  const { errors, isSubmitting } = formState;
  useEffect(() => {
    if (takesFocus) setFocus('code');
  }, [takesFocus, setFocus]);

  const submit = handleSubmit(async ({ code }) => {
    setFailure(null);
    const token = code.replace(/\s/g, '');
    const sentence = await askAuth(
      (auth) => auth.verifyOtp({ ...sent, token }),
      (error) => codeFailure(error, sent.type),
    );
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
          {...register('code', { validate: sent.type === 'sms' ? textedCodeRule : codeRule })}
        />
        <Button type="submit" className="mt-6.5 h-10" busy={isSubmitting} busyLabel={t('auth.code.busy')}>
          {t('auth.code.submit')}
        </Button>
      </div>
      {failure && <InlineError>{failure}</InlineError>}
    </form>
  );
}
