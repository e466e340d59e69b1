import { ask } from '../db/ask-together.ts';
import type { Statement, Transaction } from '../db/database.ts';

export type AuditAction =
  | 'user_signedup'
  | 'user_repeated_signup'
  | 'user_confirmed'
  | 'login'
  | 'login_failed'
  | 'logout'
  | 'token_revoked'
  | 'user_recovery_requested'
  | 'user_reauthentication_requested'
  | 'user_modified'
  | 'user_updated_password'
  | 'user_email_change_requested'
  | 'user_email_changed'
  | 'user_phone_change_requested'
  | 'user_phone_changed'
  | 'user_invited'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'link_made'
  | 'user_deleted'
  | 'factor_enrolled'
  | 'factor_verified'
  | 'factor_removed'
  | 'factor_failed'
  | 'code_failed'
  | 'recovery_codes_made'
  | 'passkey_added'
  | 'passkey_removed';

export interface AuditEntry {
  readonly action: AuditAction;
  /** null when nobody is known by what was typed. */
  readonly userId: string | null;
  readonly ip: string;
  readonly now: Date;
}

/** One security event, in the transaction that makes it true: it exists exactly if the event does. */
export async function writeAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
  await ask(tx, auditEntry(entry));
}

/** The same, to be sent together with what makes it true. */
export function auditEntry({ action, userId, ip, now }: AuditEntry): Statement {
  return {
    text: 'insert into auth.audit_log_entries (payload, ip_address, created_at) values ($1, $2, $3)',
    values: [{ action, actor_id: userId }, ip, now],
  };
}
