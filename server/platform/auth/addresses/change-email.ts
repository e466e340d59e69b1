import type { Mail } from '#server/providers/mailer/mailer.ts';
import type { Transaction } from '../../db/database.ts';
import type { AuthParts } from '../auth-parts.ts';
import { emailChangeCurrentMail, emailChangeNewMail } from '../mails/email-change.ts';
import { beginFlow, type CodeChallenge } from '../proofs/flow-states.ts';
import { issueToken, type OneTimeTokenType } from '../proofs/one-time-tokens.ts';
import { type UserRow, updateUser } from '../sessions/users.ts';

export interface EmailChange {
  readonly user: UserRow;
  readonly newEmail: string;
  readonly target: string;
  readonly challenge: CodeChallenge | null;
  readonly now: Date;
}

/**
 * Records the wanted address and creates the confirmation mails: one to the new address, and one to the present one
 * if there is one. If the new address already has an account, no mail goes there and the change never completes, but
 * nothing reveals it here.
 */
export async function prepareEmailChange(
  tx: Transaction,
  change: EmailChange,
  parts: AuthParts,
): Promise<{ user: UserRow; mails: Mail[] }> {
  const { user, newEmail, now } = change;
  const current = user.email_confirmed_at === null ? null : user.email;
  const asksBoth = current !== null && !parts.settings.mailAutoconfirm;
  const mails: Mail[] = [];

  const link = async (type: OneTimeTokenType, address: string) => {
    const flowStateId = await beginFlow(tx, {
      userId: user.id,
      challenge: change.challenge,
      method: 'email_change',
      now,
    });
    const secret = parts.codeSecret;
    const token = await issueToken(tx, { userId: user.id, type, address, flowStateId, now, secret });
    return { to: address, url: parts.mail.linkTo(token, 'email_change', change.target), code: token.code };
  };

  if (!(await isTaken(tx, newEmail))) {
    mails.push(emailChangeNewMail(await link('email_change_token_new', newEmail), parts.mail.sender));
  }
  if (asksBoth) {
    const letter = await link('email_change_token_current', current);
    mails.push(emailChangeCurrentMail({ ...letter, newEmail }, parts.mail.sender));
  }
  const noted = await updateUser(
    tx,
    user.id,
    { email_change: newEmail, email_change_sent_at: now, email_change_confirm_status: asksBoth ? 2 : 1 },
    now,
  );
  return { user: noted, mails };
}

async function isTaken(tx: Transaction, email: string): Promise<boolean> {
  const rows = await tx.query('select from auth.users where email = $1 and not is_sso_user', [email]);
  return rows.length > 0;
}
