import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { create } from 'zustand';
import { redeemOutput } from '#domain/functions/answers.ts';
import { createDraft } from '#web/lib/device/create-draft.ts';
import { logProblem } from '#web/lib/log.ts';
import { notify } from '#web/lib/page/toast.ts';
import { callFunction, FunctionRefusedError } from '#web/lib/server/call-function.ts';
import { refreshProfile } from '#web/lib/session/session.ts';
import { t } from '#web/texts/pages.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';

/** Typed code, kept in a store to survive a sign-in. */
const useTypedCode = create<{ readonly code: string }>(() => ({ code: '' }));

/** Keeps the code across a sign-in. */
const keepCodeOf = createDraft({
  key: 'errand-code',
  schema: z.string(),
  read: () => useTypedCode.getState().code || null,
  restore: (code) => useTypedCode.setState({ code }),
  clear: () => useTypedCode.setState({ code: '' }),
  subscribe: (changed) => void useTypedCode.subscribe(changed),
});

/**
 * Redeems a code and resolves to the number of credits. Throws FunctionRefusedError for an invalid or used
 * code.
 */
async function redeemCode(code: string): Promise<number> {
  return redeemOutput.parse(await callFunction('redeem', { code })).granted;
}

const keep = (code: string) => useTypedCode.setState({ code });

export function RedeemForm({ userId }: { userId: string }) {
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, setValue, formState } = useForm({ defaultValues: { code: '' } });
  const { errors, isSubmitting } = formState;
  useEffect(() => {
    keepCodeOf(userId);
    setValue('code', useTypedCode.getState().code);
  }, [userId, setValue]);

  const submit = handleSubmit(async ({ code }) => {
    setFailure(null);
    try {
      const count = await redeemCode(code.trim());
      notify.success(t('redeem.granted', { count }), { id: 'redeem', duration: 5000 });
      keep('');
      setValue('code', '');
      await refreshProfile();
    } catch (error) {
      logProblem('a code could not be redeemed', error);
      setFailure(error instanceof FunctionRefusedError ? error.message : t('redeem.failed'));
    }
  });

  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('redeem.label')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        error={errors.code?.message}
        {...register('code', {
          validate: (code) => code.trim() !== '' || t('redeem.required'),
          onChange: (event: { target: { value: string } }) => keep(event.target.value),
        })}
      />
      {failure && <InlineError>{failure}</InlineError>}
      <Button look="primary" type="submit" className="w-fit" busy={isSubmitting} busyLabel={t('redeem.busy')}>
        {t('redeem.submit')}
      </Button>
    </form>
  );
}
