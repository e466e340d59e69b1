import type { Log } from '#server/lib/log.ts';
import type { AccountOwners } from '#server/platform/auth/sessions/account-owners.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { FileAccess } from '#server/platform/storage/file-access.ts';
import { exportReadyMail } from '../accounts/account-mails.ts';
import type { ResultPdf } from '../files/file-job.ts';
import type { FileWork } from '../files/file-work.ts';
import { packAccount } from './pack-account.ts';
import { readFiles, readTables } from './read-account.ts';
import { type AccountResult, listResults, readResult } from './read-results.ts';

export const EXPORT_BUCKET = 'account-exports';
/** Attempts before an archive is given up. */
const ATTEMPTS = 3;
/** Milliseconds between progress updates. */
const PROGRESS_EVERY = 500;

export interface MakeExportDeps {
  readonly database: Database;
  readonly files: FileAccess;
  readonly fileWork: Pick<FileWork, 'writeResult'>;
  readonly owners: Pick<AccountOwners, 'brandName' | 'tell'>;
  readonly log: Log;
}

interface ExportRow {
  readonly id: string;
  readonly user_id: string;
  readonly path: string;
  /** Fencing token: a worker that was replaced no longer changes the row. */
  readonly attempts: number;
}

/** Makes one archive. Can be called again after a crash: it is rewritten. */
export async function makeExport(deps: MakeExportDeps, exportId: string, signal: AbortSignal): Promise<void> {
  const { database, log } = deps;
  const [row] = await database.query<ExportRow>(
    `update public.account_exports set status = 'running', attempts = attempts + 1
     where id = $1 and status in ('queued', 'running') returning id, user_id, path, attempts`,
    [exportId],
  );
  if (!row) return;
  try {
    await make(deps, row, signal);
  } catch (error) {
    // The server is shutting down: the next one makes it.
    if (signal.aborted || row.attempts < ATTEMPTS) throw error;
    log.error('an export was given up', { export_id: row.id, error });
    await database.query(
      `update public.account_exports set status = 'failed', finished_at = now()
       where id = $1 and status = 'running' and attempts = $2`,
      [row.id, row.attempts],
    );
  }
}

async function make(deps: MakeExportDeps, row: ExportRow, signal: AbortSignal): Promise<void> {
  const { database, files: access, fileWork, owners, log } = deps;
  const { id, user_id: userId, path, attempts } = row;
  const tables = await readTables(database, userId);
  const files = await readFiles(database, userId);
  const results = await listResults(database, userId);
  const total = files.length + results.length;
  await database.query(
    'update public.account_exports set files_total = $3, files_done = 0 where id = $1 and attempts = $2',
    [id, attempts, total],
  );
  let notedAt = 0;
  const onFile = async (done: number): Promise<void> => {
    if (Date.now() - notedAt < PROGRESS_EVERY && done < total) return;
    notedAt = Date.now();
    await database.query(
      'update public.account_exports set files_done = $3 where id = $1 and attempts = $2',
      [id, attempts, done],
    );
  };
  const write = async ({ run_id }: AccountResult): Promise<ResultPdf | null> => {
    const result = await readResult(database, userId, run_id);
    return result && fileWork.writeResult({ ...result, brand: owners.brandName }, signal);
  };
  const body = packAccount({ tables, files, results: { results, write, log }, access, signal, onFile });
  await access.writeStream({ bucket: EXPORT_BUCKET, path, owner: userId, type: 'application/zip', body });
  const ready = await finish(database, row);
  if (ready === null) return removeUnwanted(deps, path);
  const { email } = ready;
  if (email !== null) owners.tell((sender) => exportReadyMail(email, sender));
}

async function finish(
  database: Database,
  { id, path, attempts }: ExportRow,
): Promise<{ email: string | null } | null> {
  const [row] = await database.query<{ email: string | null }>(
    `update public.account_exports e set status = 'ready', finished_at = now(), expires_at = now() + interval '24 hours',
       files_done = files_total,
       size = (select (o.metadata ->> 'size')::bigint from storage.objects o where (o.bucket_id, o.name) = ($3, $2))
     from auth.users u
     where e.id = $1 and e.status = 'running' and e.attempts = $4 and u.id = e.user_id
     returning u.email`,
    [id, path, EXPORT_BUCKET, attempts],
  );
  return row ?? null;
}

/**
 * Removes an archive that nobody may find, because the account was erased or it was given up. Keeps one that
 * another worker makes, or has made, at the same path.
 */
async function removeUnwanted({ database, files }: MakeExportDeps, path: string): Promise<void> {
  const wanted = await database.query(
    "select from public.account_exports where path = $1 and status <> 'failed'",
    [path],
  );
  if (wanted.length === 0) await files.remove(EXPORT_BUCKET, [path]);
}
