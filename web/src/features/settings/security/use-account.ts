import type { User } from '@supabase/supabase-js';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { supabase } from '#web/lib/server/supabase.ts';

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
  const { auth } = await supabase();
  const { data, error } = await auth.getUser();
  if (error) throw error;
  return data.user;
}
