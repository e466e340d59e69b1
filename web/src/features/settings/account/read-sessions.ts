import * as z from 'zod/mini';
import { parseRows } from '#web/lib/server/rows.ts';
import { supabase } from '#web/lib/server/supabase.ts';

const sessionRow = z.object({
  session_id: z.string(),
  signed_in_at: z.string(),
  last_used_at: z.string(),
  user_agent: z.nullable(z.string()),
  ip_address: z.nullable(z.string()),
  is_current: z.boolean(),
});
/** One of the user's sessions. */
export type OwnSession = z.infer<typeof sessionRow>;

/** The current session first, then by last use. */
export async function readSessions(): Promise<OwnSession[]> {
  const server = await supabase();
  const { data } = await server.rpc('list_sessions', undefined, { get: true }).throwOnError();
  return parseRows(sessionRow, data);
}

/** Idempotent: the session may have ended before. */
export async function endSession(sessionId: string): Promise<void> {
  const server = await supabase();
  await server.rpc('end_session', { session_id: sessionId }).throwOnError();
}

export async function endOtherSessions(): Promise<void> {
  const { auth } = await supabase();
  const { error } = await auth.signOut({ scope: 'others' });
  if (error) throw error;
}
