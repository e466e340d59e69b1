import { existsSync } from 'node:fs';
import type { AiTaskType } from '#domain/ai-task.ts';
import { runErrorMessage } from '#domain/run/run-messages.ts';
import type { Log } from '#server/lib/log.ts';
import type { Database } from '#server/platform/db/database.ts';
import { rewriteTables } from '#server/platform/db/rewrite-tables.ts';
import { forgetWork } from '#server/platform/jobs/claims.ts';
import { ERASING } from '../accounts/erase-account.ts';
import type { BillingDeps } from '../billing/billing-deps.ts';
import { catchUpPayments } from '../billing/settle/catch-up.ts';
import { noteErasedAccounts, readErasedAccounts } from './erased-accounts.ts';
import { isMarkedRestored, markRestored, unmarkRestored } from './restored-mark.ts';

export interface RecoverDeps {
  readonly database: Database;
  readonly place: { readonly dataDir: string; readonly erasedAccountsFile: string };
  /** Throws, with the reason, if another process serves the database. */
  readonly assertAlone: (because: string) => Promise<void>;
  /** Null if nothing is sold. */
  readonly billing: BillingDeps | null;
  readonly log: Log;
}

/**
 * Reconciles a restored database with what happened since its backup, before serving anything or starting jobs:
 * erases listed accounts again, ends live runs, and asks the payment provider. A database that contains listed
 * accounts counts as restored, even without the mark. Erased data is in no file of the tables afterwards. Each
 * step can be repeated after a crash.
 */
export async function recover(deps: RecoverDeps): Promise<void> {
  const { database, place, billing, log } = deps;
  const { dataDir, erasedAccountsFile } = place;
  const returned = await findReturned(database, erasedAccountsFile);
  if (returned.length > 0) markRestored(dataDir);
  if (isMarkedRestored(dataDir)) {
    await deps.assertAlone(
      'the database was restored and has to be reconciled, but another process is using it',
    );
    for (const id of returned) {
      await database.transaction((tx) => tx.query('select private.erase_account($1)', [id]), ERASING);
    }
    const ended = await endWork(database);
    const payments = billing ? await catchUpPayments(billing) : { settled: 0 };
    // Changes are kept for reconnecting clients, with whole rows of erased users. Nobody is connected yet.
    await database.query('delete from realtime.changes');
    // Always, because a start killed here may have erased them already.
    await rewriteTables(database);
    const done = { erased: returned.length, ...ended, payment_events: payments.settled };
    await database.query('insert into auth.audit_log_entries (payload, ip_address) values ($1, $2)', [
      { action: 'installation_restored', actor: 'operator', user_id: null, ...done },
      '',
    ]);
    unmarkRestored(dataDir);
    log.warn('a restored database was reconciled with what happened since its backup', done);
  }
  await noteErasedAccounts(database, erasedAccountsFile);
}

/** Existing accounts that were erased after their creation: an id can be reused. */
async function findReturned(database: Database, file: string): Promise<string[]> {
  if (!existsSync(file)) return [];
  const erased = readErasedAccounts(file);
  const rows = await database.query<{ id: string }>(
    `select distinct u.id from auth.users u
     join unnest($1::uuid[], $2::timestamptz[]) as gone (id, erased_at) on gone.id = u.id and u.created_at < gone.erased_at`,
    [erased.map(({ id }) => id), erased.map(({ erasedAt }) => erasedAt)],
  );
  return rows.map(({ id }) => id);
}

/**
 * Ends live and queued runs: it is unknown whether they were completed since the backup, so they aren't
 * repeated, but failed and refunded. Drops mails that waited for the mail server. Ends all sessions, too: users who
 * have signed out since, or lost a device, must not find theirs alive again.
 */
async function endWork(database: Database): Promise<{ runs: number; sessions: number }> {
  const runs = await database.query<{ id: string; user_id: string; ai_task_type: AiTaskType }>(
    "select id, user_id, ai_task_type from public.ai_runs where status in ('waiting', 'queued', 'running')",
  );
  for (const { id, user_id: userId, ai_task_type: type } of runs) {
    await database.transaction(async (tx) => {
      await tx.query('select private.lock_user($1)', [userId]);
      await tx.query("select private.end_without_result($1, 'failed', 'interrupted', $2)", [
        id,
        runErrorMessage('interrupted', type),
      ]);
    });
  }
  await database.query(
    "update public.account_exports set status = 'failed', finished_at = now() where status in ('queued', 'running')",
  );
  // Nobody waits for them any more.
  await database.query('delete from public.result_mails');
  await forgetWork(database);
  await database.query('delete from auth.one_time_tokens');
  // Somebody was told since the backup, or has been erased since.
  await database.query('delete from private.waiting_notices');
  const sessions = await database.query('delete from auth.sessions returning id');
  return { runs: runs.length, sessions: sessions.length };
}
