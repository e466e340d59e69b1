import type { User } from '@supabase/auth-js';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { authClient } from '#web/lib/clients/auth-client.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';

/** The auth user: factors, identities and a pending change of address. */
export function useAccount(): UseQueryResult<User> {
  return useQuery({
    queryKey: queryKeys.account,
    queryFn: readAccount,
    // Security settings must not be shown from a cached copy.
    meta: { volatile: true },
    staleTime: 0,
  });
}

async function readAccount(): Promise<User> {
  const auth = await authClient();
  const { data, error } = await auth.getUser();
  if (error) throw error;
  return data.user;
}
