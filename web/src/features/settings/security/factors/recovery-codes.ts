import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { supabase } from '#web/lib/server/supabase.ts';
import { type Outcome, refused } from '../outcome.ts';

interface CodesLeft {
  readonly total: number;
  readonly remaining: number;
}

/** Number of recovery codes left. The codes themselves are shown only once. */
export function useCodesLeft(hasCodes: boolean): UseQueryResult<CodesLeft> {
  return useQuery({
    queryKey: queryKeys.codesLeft,
    queryFn: readCodesLeft,
    enabled: hasCodes,
    meta: { volatile: true },
    staleTime: 0,
  });
}

async function readCodesLeft(): Promise<CodesLeft> {
  const { auth } = await supabase();
  const { data, error } = await auth.mfa.recoveryCodes.getStatus();
  if (error) throw error;
  return data;
}

/** Makes ten new codes. Existing ones stop working. */
export function makeCodes(hasCodes: boolean): Promise<Outcome<readonly string[]>> {
  return refused<readonly string[]>(async ({ auth }) => {
    const { recoveryCodes } = auth.mfa;
    const { data, error } = await (hasCodes ? recoveryCodes.regenerate() : recoveryCodes.generate());
    return error ? { data: null, error } : { data: data.codes, error: null };
  });
}
