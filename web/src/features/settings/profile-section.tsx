import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useLayoutEffect, useState } from 'react';
import { profileRow } from '#domain/rows/profile-row.ts';
import { logProblem } from '#web/lib/log.ts';
import { notify } from '#web/lib/page/toast.ts';
import { isRefusal } from '#web/lib/server/refusal.ts';
import { supabase } from '#web/lib/server/supabase.ts';
import { putProfile, refreshProfile, useSession } from '#web/lib/session/session.ts';
import { t } from '#web/texts/settings.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { BroughtBack } from '#web/ui/feedback/brought-back.tsx';
import { keepNameOf, useNameField } from './account/typed-name.ts';
import { MarketingChoice } from './marketing-choice.tsx';
import { ProfileMissing } from './profile-missing.tsx';
import { SettingsRow } from './settings-row.tsx';

/** Maximum length of a name, as in the database. */
const NAME_MAX = 200;

/** Email address (read-only here), name, and marketing consent. */
export function ProfileSection() {
  const profile = useSession((state) => state.profile);
  const email = useSession((state) => state.user?.email ?? '');
  const id = profile?.id;
  // Before paint, so that the form opens with the draft.
  useLayoutEffect(() => {
    if (id !== undefined) keepNameOf(id);
  }, [id]);
  const { typed, isRead } = useNameField();
  const saved = profile?.full_name ?? '';
  const value =
    typed === null || typed.name === saved
      ? saved || email
      : t('settings.profile.unsaved', { name: typed.name });
  return (
    <SettingsRow id="profile" title={t('settings.profile')} value={value}>
      {profile === null ? (
        <ProfileMissing onRetry={refreshProfile} />
      ) : (
        <>
          {isRead && (
            <ProfileForm userId={profile.id} email={profile.email ?? email} savedName={profile.full_name} />
          )}
          <MarketingChoice />
        </>
      )}
    </SettingsRow>
  );
}

interface ProfileFormProps {
  userId: string;
  email: string;
  savedName: string;
}

function ProfileForm({ userId, email, savedName }: ProfileFormProps) {
  const typed = useNameField((state) => state.typed);
  const [error, setError] = useState<string>();
  const { mutate, isPending } = useRename(userId, () => useNameField.setState({ typed: null }));
  const name = typed?.name ?? savedName;
  const changedElsewhere = typed !== null && typed.before !== savedName && typed.name !== savedName;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = name.trim();
    setError(trimmed === '' ? t('auth.full_name_required') : undefined);
    if (trimmed !== '' && !isPending) mutate(trimmed);
  };
  return (
    <form method="post" noValidate className="grid max-w-160 gap-5" onSubmit={submit}>
      <BroughtBack
        isWritten={typed !== null && name !== savedName}
        onStartAfresh={() => {
          setError(undefined);
          useNameField.setState({ typed: null });
        }}
      />
      <div className="grid gap-4 lg:grid-cols-2">
        <TextField label={t('auth.email')} type="email" readOnly autoComplete="email" value={email} />
        <TextField
          label={t('auth.full_name')}
          autoComplete="name"
          dir="auto"
          maxLength={NAME_MAX}
          value={name}
          error={error}
          hint={changedElsewhere ? t('settings.profile.changed_elsewhere', { name: savedName }) : undefined}
          onChange={({ target }) => {
            setError(undefined);
            useNameField.setState({ typed: { name: target.value, before: typed?.before ?? savedName } });
          }}
        />
      </div>
      <div>
        <Button
          type="submit"
          disabled={typed === null || name === savedName}
          busy={isPending}
          busyLabel={t('settings.saving')}
        >
          {t('settings.save')}
        </Button>
      </div>
    </form>
  );
}

/** Saves the full name. Calls `onSaved` once the server has confirmed. */
function useRename(userId: string, onSaved: () => void) {
  return useMutation({
    mutationFn: (fullName: string) => rename(userId, fullName),
    // Fail at once when offline: a form that waits for the network would look stuck.
    networkMode: 'always',
    retry: (failures, error) => failures < 1 && !isRefusal(error),
    onSuccess: (profile) => {
      if (useSession.getState().user?.id === userId) putProfile(profile);
      notify.success(t('settings.profile.updated'));
      onSaved();
    },
    onError: (error) => {
      logProblem('the profile could not be updated', error);
      notify.error(t('settings.profile.update_failed'), { detail: t('settings.text_kept') });
    },
  });
}

async function rename(userId: string, fullName: string) {
  const server = await supabase();
  const { data } = await server
    .from('profiles')
    .update({ full_name: fullName })
    .eq('id', userId)
    .select()
    .single()
    .throwOnError();
  return profileRow.parse(data);
}
