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
  /** Null if no account matches the input. */
  readonly userId: string | null;
  readonly ip: string;
  readonly now: Date;
}

/** Writes a security event in the transaction that causes it, so that neither exists without the other. */
export async function writeAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
  await ask(tx, auditEntry(entry));
}

/** Returns the same as a statement, to be batched with the change it records. */
export function auditEntry({ action, userId, ip, now }: AuditEntry): Statement {
  return {
    text: 'insert into auth.audit_log_entries (payload, ip_address, created_at) values ($1, $2, $3)',
    values: [{ action, actor_id: userId }, ip, now],
  };
}
