import type { User } from '@supabase/supabase-js';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { putLatest } from '#web/lib/server/refetch.ts';
import { t } from '#web/texts/settings.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';
import { SectionQuery } from '../section-query.tsx';
import { SettingsRow } from '../settings-row.tsx';
import { changeAddress } from './change-address.ts';
import { PendingAddress } from './pending-address.tsx';
import { useAccount } from './use-account.ts';

/** Login address, and a form to change it, which both mailboxes confirm. */
export function AddressSection({ email }: { email: string }) {
  const query = useAccount();
  const newEmail = query.data?.new_email;
  return (
    <SettingsRow
      id="address"
      title={t('security.address')}
      value={newEmail ? t('security.address.changing', { email, newEmail }) : email}
    >
      <SectionQuery query={query} failed={t('security.load_failed')}>
        {(user) => (
          <div className="grid max-w-160 gap-4">
            {user.new_email && <PendingAddress email={user.email ?? ''} newEmail={user.new_email} />}
            <AddressForm user={user} />
          </div>
        )}
      </SectionQuery>
    </SettingsRow>
  );
}

/** The sign-up form's basic pattern; the server decides. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

function AddressForm({ user }: { user: User }) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, reset } = useForm({ defaultValues: { email: '' } });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ email }) => {
    setFailure(null);
    const { data, refusal } = await changeAddress(email.trim());
    if (refusal !== null) return setFailure(refusal);
    putLatest(client, queryKeys.account, data);
    reset();
  });
  const validate = (typed: string) => {
    const email = typed.trim().toLowerCase();
    if (email === '') return t('auth.email_required');
    if (email === user.email) return t('security.address.same');
    return EMAIL.test(email) || t('auth.email_invalid');
  };
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <div className="grid gap-4 lg:grid-cols-2">
        <TextField label={t('security.address.current')} type="email" readOnly value={user.email ?? ''} />
        <TextField
          label={t('security.address.new')}
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register('email', { validate })}
        />
      </div>
      {failure && <InlineError>{failure}</InlineError>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" busy={isSubmitting} busyLabel={t('auth.one_time.busy')}>
          {t('security.address.submit')}
        </Button>
        <p className="type-meta text-text-3">{t('security.address.effect')}</p>
      </div>
    </form>
  );
}
