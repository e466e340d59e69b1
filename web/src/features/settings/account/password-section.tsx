import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import { notify } from '#web/lib/page/toast.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { newPasswordRule } from '#web/lib/session/field-rules.ts';
import { t } from '#web/texts/settings.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { PasswordField } from '#web/ui/controls/password-field.tsx';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';
import { SettingsRow } from '../settings-row.tsx';
import { changePassword, type ProofKind } from './change-password.ts';
import { ProofField } from './proof-field.tsx';
import { proofRule } from './proof-rule.ts';

const EMPTY = { proof: '', password: '', again: '' };

export function PasswordSection({ email }: { email: string }) {
  return (
    <SettingsRow id="password" title={t('settings.password')} value={<span aria-hidden>••••••••</span>}>
      <PasswordForm email={email} />
    </SettingsRow>
  );
}

/** Changes the password, with the current one or an emailed code as proof. */
function PasswordForm({ email }: { email: string }) {
  const client = useQueryClient();
  const [kind, setKind] = useState<ProofKind>('password');
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, reset, resetField, setFocus } = useForm({
    defaultValues: EMPTY,
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ proof, password }) => {
    setFailure(null);
    const problem = await changePassword(password, { kind, text: proof });
    setFailure(problem);
    if (problem !== null) return;
    notify.success(t('auth.update.updated'), { detail: t('settings.password.others_out') });
    reset(EMPTY);
    setKind('password');
    void client.invalidateQueries({ queryKey: queryKeys.sessions });
  });
  const choose = (chosen: ProofKind) => {
    // At once, so that the other field exists and can take the focus.
    flushSync(() => setKind(chosen));
    setFailure(null);
    resetField('proof');
    setFocus('proof');
  };
  return (
    <form method="post" noValidate className="grid max-w-160 gap-4" onSubmit={(event) => void submit(event)}>
      <ProofField
        kind={kind}
        email={email}
        error={errors.proof?.message}
        registration={register('proof', { validate: proofRule(kind, email) })}
        onChoose={choose}
        onFailed={setFailure}
      />
      <div className="grid gap-4 lg:grid-cols-2">
        <PasswordField
          label={t('auth.update.password')}
          autoComplete="new-password"
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
      </div>
      {failure && <InlineError>{failure}</InlineError>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" busy={isSubmitting} busyLabel={t('auth.update.busy')}>
          {t('auth.update.submit')}
        </Button>
        <p className="type-meta text-text-3">{t('settings.password.effect')}</p>
      </div>
    </form>
  );
}
