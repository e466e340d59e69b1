import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { appCodeRule, recoveryCodeRule } from '#web/lib/session/field-rules.ts';
import { t } from '#web/texts/later.ts';
import { CODE_FIELD } from '#web/ui/controls/code-field.ts';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { AuthForm } from '../auth-form.tsx';
import type { CodeWay, RecoveryWay } from './factor-ways.ts';
import { showFactor } from './show-factor.ts';

/** Field for a code of an authenticator app, or a recovery code. A wrong one stays, to be corrected. */
export function FactorCodeForm({ way }: { way: CodeWay | RecoveryWay }) {
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { code: '' } });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ code }) => {
    setFailure(await showFactor(way, code));
  });
  const isApp = way.kind === 'code';
  return (
    <AuthForm
      failure={failure}
      onOutdated={() => setFailure(null)}
      submitLabel={t('auth.code.submit')}
      busyLabel={t('auth.code.busy')}
      busy={isSubmitting}
      onSubmit={() => void submit()}
    >
      <TextField
        {...(isApp
          ? {
              label: t('auth.factor.code', { name: way.name }),
              ...CODE_FIELD,
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
    </AuthForm>
  );
}
