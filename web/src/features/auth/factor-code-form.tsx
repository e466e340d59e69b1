import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/button.tsx';
import { InlineError } from '#web/ui/inline-error.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { CodeWay, RecoveryWay } from './factor-ways.ts';
import { appCodeRule, recoveryCodeRule } from './rules.ts';
import { showFactor } from './show-factor.ts';

/** Takes the digits of an authenticator app, or a recovery code. A wrong one stays, to be corrected. */
export function FactorCodeForm({ way }: { way: CodeWay | RecoveryWay }) {
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { code: '' } });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ code }) => {
    setFailure(null);
    setFailure(await showFactor(way, code));
  });
  const isApp = way.kind === 'code';
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <TextField
        {...(isApp
          ? {
              label: t('auth.factor.code', { name: way.name }),
              placeholder: t('auth.code.placeholder'),
              inputMode: 'numeric',
              autoComplete: 'one-time-code',
            }
          : {
              label: t('auth.factor.recovery'),
              hint: t('auth.factor.recovery.hint'),
              autoComplete: 'off',
              autoCapitalize: 'none',
              spellCheck: false,
            })}
        error={errors.code?.message}
        {...register('code', { validate: isApp ? appCodeRule : recoveryCodeRule })}
      />
      {failure && <InlineError>{failure}</InlineError>}
      <Button
        look="primary"
        type="submit"
        className="md:h-10"
        busy={isSubmitting}
        busyLabel={t('auth.code.busy')}
      >
        {t('auth.code.submit')}
      </Button>
    </form>
  );
}
