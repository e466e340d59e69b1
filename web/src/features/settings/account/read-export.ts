import { type AccountExport, accountExport, exportOutput } from '#domain/functions/answers.ts';
import { fileStorage } from '#web/lib/clients/file-storage.ts';
import { callFunction } from '#web/lib/server/call-function.ts';
import { columnsOf, parseRows } from '#web/lib/server/rows.ts';
import { supabase } from '#web/lib/server/supabase.ts';
import type { OwnerProof } from './owner-proof.ts';

const BUCKET = 'account-exports';
/** Seconds: a link is created per click. */
const LINK_LIVES = 600;

/** The latest export; null if there is none or it has expired. */
export async function readExport(): Promise<AccountExport | null> {
  const server = await supabase();
  const { data } = await server
    .from('account_exports')
    .select(columnsOf(accountExport))
    .order('created_at', { ascending: false })
    .limit(1)
    .throwOnError();
  const [latest] = parseRows(accountExport, data);
  const isOver = latest?.expires_at != null && new Date(latest.expires_at) <= new Date();
  return latest === undefined || isOver ? null : latest;
}

/** Throws FunctionRefusedError `reauthentication_needed` if the sign-in is old and there is no proof. */
export async function beginExport(proof: OwnerProof): Promise<AccountExport> {
  return exportOutput.parse(await callFunction('export-account', { ...proof })).export;
}

/** Signed download URL of the archive, valid for a few minutes. */
export async function linkToExport({ path }: AccountExport): Promise<string> {
  const storage = await fileStorage();
  const name = `errand-${new Date().toISOString().slice(0, 10)}.zip`;
  const { data, error } = await storage.from(BUCKET).createSignedUrl(path, LINK_LIVES, { download: name });
  if (error) throw error;
  return data.signedUrl;
}
