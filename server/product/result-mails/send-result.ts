import type { ResultMailFailure } from '#domain/functions/answers.ts';
import { toFileName } from '#domain/result-file-name.ts';
import { type Response, responseRow } from '#domain/rows/response-row.ts';
import type { Log } from '#server/lib/log.ts';
import type { AccountOwners } from '#server/platform/auth/sessions/account-owners.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { FileAccess } from '#server/platform/storage/file-access.ts';
import { type Attachment, MailError } from '#server/providers/mailer/mailer.ts';
import { readResult } from '../exports/read-results.ts';
import type { StoredResult } from '../files/file-job.ts';
import type { FileWork } from '../files/file-work.ts';
import { composeResultMail } from './compose-result-mail.ts';

/** Bytes of attachments. In a mail they take a third more, and servers refuse mails of 15 to 25 MB. */
export const MOST_BYTES = 10 * 1024 * 1024;
/** Attempts before a mail is given up: half a minute with the waits of the queue, in which the person looks on. */
const ATTEMPTS = 3;

export interface SendResultDeps {
  readonly database: Database;
  readonly files: FileAccess;
  readonly fileWork: Pick<FileWork, 'writeResult'>;
  readonly owners: Pick<AccountOwners, 'brandName' | 'send'>;
  readonly log: Log;
}

interface MailRow {
  readonly id: string;
  readonly user_id: string;
  readonly run_id: string;
  readonly email: string;
  readonly with_receipt: boolean;
  readonly attempts: number;
}

/** Why a mail is not sent, whatever is tried. */
class UnsendableError extends Error {
  override readonly name = 'UnsendableError';
  readonly reason: ResultMailFailure;

  constructor(reason: ResultMailFailure, cause?: unknown) {
    super(`a result can't be mailed: ${reason}`, { cause });
    this.reason = reason;
  }
}

/**
 * Sends one result. Can be called again after a crash. Only one between the mail server's acceptance and the note of it
 * sends twice; both then have the same id, by which mailboxes tell repeats.
 */
export async function sendResult(deps: SendResultDeps, mailId: string, signal: AbortSignal): Promise<void> {
  const { database, log } = deps;
  const [row] = await database.query<MailRow>(
    `update public.result_mails set status = 'sending', attempts = attempts + 1
     where id = $1 and status in ('queued', 'sending') returning id, user_id, run_id, email, with_receipt, attempts`,
    [mailId],
  );
  if (!row) return;
  try {
    await send(deps, row, signal);
    await note(database, row, null);
  } catch (error) {
    const reason = error instanceof UnsendableError ? error.reason : null;
    // The server is shutting down: the next one sends it.
    if (reason === null && (signal.aborted || row.attempts < ATTEMPTS)) throw error;
    log.error('a result was not mailed', { mail_id: row.id, error });
    await note(database, row, reason ?? 'unavailable');
  }
}

async function send(deps: SendResultDeps, row: MailRow, signal: AbortSignal): Promise<void> {
  const { database, owners } = deps;
  const stored = await readResult(database, row.user_id, row.run_id);
  // Deleted since it was asked for.
  if (!stored) throw new UnsendableError('unavailable');
  const answer = responseRow.parse(stored.rows.answer);
  const attachments = await attach(deps, { stored, answer, row, signal });
  const size = attachments.reduce((sum, { content }) => sum + content.length, 0);
  if (size > MOST_BYTES) throw new UnsendableError('too_large');
  await assertMine(database, row, signal);
  try {
    await owners.send((sender) => composeResultMail({ ...row, ...stored, answer, attachments }, sender));
  } catch (error) {
    if (error instanceof MailError && error.isTooLarge) throw new UnsendableError('too_large', error);
    if (error instanceof MailError && !error.retryable) throw new UnsendableError('refused', error);
    throw error;
  }
}

interface Attaching {
  readonly stored: Omit<StoredResult, 'brand'>;
  readonly answer: Response;
  readonly row: MailRow;
  readonly signal: AbortSignal;
}

/** The result as a PDF, or the picture that it is, named as the download is. */
async function attach(
  { files, fileWork, owners }: SendResultDeps,
  { stored, answer, row, signal }: Attaching,
): Promise<Attachment[]> {
  const moment = new Date(answer.created_at);
  const [made] = answer.files;
  if (!made) {
    const { bytes } = await fileWork.writeResult(
      { ...stored, brand: owners.brandName, withReceipt: row.with_receipt },
      signal,
    );
    return [{ name: toFileName(stored.title, moment, 'pdf'), type: 'application/pdf', content: bytes }];
  }
  const [known] = await files.find(made.bucket, [made.path]);
  if (!known) throw new UnsendableError('unavailable');
  if (known.size > MOST_BYTES) throw new UnsendableError('too_large');
  const bytes = await files.read(known, MOST_BYTES);
  if (!bytes) throw new UnsendableError('unavailable');
  const extension = made.name.split('.').at(-1) ?? 'bin';
  return [{ name: toFileName(stored.title, moment, extension), type: made.type, content: bytes }];
}

/** The last look before anything leaves: nobody has replaced this worker, and the address is still the person's own. */
async function assertMine(database: Database, { id, attempts }: MailRow, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const [mine] = await database.query<{ is_confirmed: boolean }>(
    `select u.email = m.email and u.email_confirmed_at is not null as is_confirmed
     from public.result_mails m join auth.users u on u.id = m.user_id
     where m.id = $1 and m.attempts = $2 and m.status = 'sending'`,
    [id, attempts],
  );
  if (!mine) throw new Error('another worker sends this mail');
  if (!mine.is_confirmed) throw new UnsendableError('refused');
}

async function note(
  database: Database,
  { id, attempts }: MailRow,
  reason: ResultMailFailure | null,
): Promise<void> {
  await database.query(
    `update public.result_mails set status = $3, error_code = $4, finished_at = now()
     where id = $1 and attempts = $2 and status = 'sending'`,
    [id, attempts, reason === null ? 'sent' : 'failed', reason],
  );
}
