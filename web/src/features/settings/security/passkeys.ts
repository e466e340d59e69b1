import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { supabase } from '#web/lib/server/supabase.ts';
import { t } from '#web/texts/settings.ts';
import { toDevice } from '../account/device-words.ts';
import { type Outcome, refused } from './outcome.ts';

/** A passkey on a device or in a password manager. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

export function usePasskeys(): UseQueryResult<Passkey[]> {
  return useQuery({
    queryKey: queryKeys.passkeys,
    queryFn: readPasskeys,
    meta: { volatile: true },
    staleTime: 0,
  });
}

async function readPasskeys(): Promise<Passkey[]> {
  const { auth } = await supabase();
  const { data, error } = await auth.passkey.list();
  if (error) throw error;
  return data.map(({ id, friendly_name, created_at, last_used_at }) => ({
    id,
    name: friendly_name || t('security.passkey.nameless'),
    createdAt: created_at,
    lastUsedAt: last_used_at ?? null,
  }));
}

/** Registers a passkey, named after this device until the user renames it. */
export async function addPasskey(): Promise<Outcome<unknown>> {
  const added = await refused(({ auth }) => auth.registerPasskey());
  if (added.data !== null) await renamePasskey(added.data.id, toDevice(navigator.userAgent).name);
  return added;
}

export function renamePasskey(passkeyId: string, friendlyName: string): Promise<Outcome<unknown>> {
  return refused(({ auth }) => auth.passkey.update({ passkeyId, friendlyName }));
}

export function removePasskey(passkeyId: string): Promise<Outcome<unknown>> {
  return refused(async ({ auth }) => {
    const { error } = await auth.passkey.delete({ passkeyId });
    return error ? { data: null, error } : { data: true, error: null };
  });
}
