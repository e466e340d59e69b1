import type { User } from '@supabase/supabase-js';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { supabase } from '#web/lib/server/supabase.ts';

/** What the auth service knows of the person: factors, identities, a change of address on its way. */
export function useAccount(): UseQueryResult<User> {
  return useQuery({
    queryKey: queryKeys.account,
    queryFn: readAccount,
    // What protects an account is shown as it is, or not at all.
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
