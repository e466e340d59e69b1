import * as z from 'zod/mini';
import { callFunction } from '#web/lib/server/call-function.ts';
import { parseRows } from '#web/lib/server/rows.ts';
import { supabase } from '#web/lib/server/supabase.ts';
import type { OwnerProof } from './owner-proof.ts';

const BUCKET = 'account-exports';
/** Seconds: a link is made for one press. */
const LINK_LIVES = 600;

const exportRow = z.object({
  id: z.string(),
  status: z.enum(['queued', 'running', 'ready', 'failed']),
  files_total: z.number(),
  files_done: z.number(),
  path: z.string(),
  /** Bytes. */
  size: z.nullable(z.number()),
  expires_at: z.nullable(z.string()),
});
/** An archive of everything that is somebody's, and how far it is. */
export type AccountExport = z.infer<typeof exportRow>;

const begun = z.object({ export: exportRow });

/** The latest one; null where none was asked for, or it has had its day. */
export async function readExport(): Promise<AccountExport | null> {
  const server = await supabase();
  const { data } = await server
    .from('account_exports')
    .select('id, status, files_total, files_done, path, size, expires_at')
    .order('created_at', { ascending: false })
    .limit(1)
    .throwOnError();
  const [latest] = parseRows(exportRow, data);
  const isOver = latest?.expires_at != null && new Date(latest.expires_at) <= new Date();
  return latest === undefined || isOver ? null : latest;
}

/** Throws FunctionRefusedError `reauthentication_needed` where the sign-in is some time ago and nothing is proved. */
export async function beginExport(proof: OwnerProof): Promise<AccountExport> {
  return begun.parse(await callFunction('export-account', { ...proof })).export;
}

/** An address that saves the archive on the device, for a few minutes. */
export async function linkToExport({ path }: AccountExport): Promise<string> {
  const server = await supabase();
  const name = `errand-${new Date().toISOString().slice(0, 10)}.zip`;
  const { data, error } = await server.storage
    .from(BUCKET)
    .createSignedUrl(path, LINK_LIVES, { download: name });
  if (error) throw error;
  return data.signedUrl;
}
