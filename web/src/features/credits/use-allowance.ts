import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import type { Profile } from '#web/lib/server/rows.ts';
import { supabase } from '#web/lib/server/supabase.ts';

/** The credits of each month that somebody's plan was sold or granted with; null: free, or not known (yet). */
export function useAllowance(tier: Profile['subscription_tier']): number | null {
  const hasPlan = tier !== 'free';
  const { data } = useQuery({ queryKey: queryKeys.allowance, queryFn: readAllowance, enabled: hasPlan });
  return hasPlan ? (data ?? null) : null;
}

const grantRows = z.array(z.object({ amount: z.number() }));

/** The last month that was granted; of one that was given back after a refund had failed it may be a part only. */
async function readAllowance(): Promise<number | null> {
  const server = await supabase();
  const { data } = await server
    .from('credit_grants')
    .select('amount')
    .eq('kind', 'monthly')
    .not('source_ref', 'like', '% again %')
    .order('created_at', { ascending: false })
    .limit(1)
    .throwOnError();
  return z.parse(grantRows, data)[0]?.amount ?? null;
}
