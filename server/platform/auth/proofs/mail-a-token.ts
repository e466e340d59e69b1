import type { Mail } from '#server/providers/mailer/mailer.ts';
import type { Transaction } from '../../db/database.ts';
import type { AuthParts } from '../auth-parts.ts';
import { confirmSignupMail } from '../mails/confirm-signup.ts';
import { inviteMail } from '../mails/invite.ts';
import { magicLinkMail } from '../mails/magic-link.ts';
import { recoveryMail } from '../mails/recovery.ts';
import { type UserRow, updateUser } from '../sessions/users.ts';
import { beginFlow, type CodeChallenge } from './flow-states.ts';
import { issueToken } from './one-time-tokens.ts';

export interface TokenMail {
  readonly user: UserRow;
  readonly email: string;
  /** Already checked against the allowlist. */
  readonly target: string;
  readonly challenge: CodeChallenge | null;
  readonly now: Date;
}

const KINDS = {
  signup: {
    tokenType: 'confirmation_token',
    method: 'email/signup',
    sentAt: 'confirmation_sent_at',
    compose: confirmSignupMail,
  },
  invite: {
    tokenType: 'confirmation_token',
    method: 'email/signup',
    sentAt: 'confirmation_sent_at',
    compose: inviteMail,
  },
  recovery: {
    tokenType: 'recovery_token',
    method: 'recovery',
    sentAt: 'recovery_sent_at',
    compose: recoveryMail,
  },
  magiclink: {
    tokenType: 'recovery_token',
    method: 'magiclink',
    sentAt: 'recovery_sent_at',
    compose: magicLinkMail,
  },
} as const;

/** Creates the token and its mail, to be sent after the commit. */
export async function mailAToken(
  tx: Transaction,
  kind: keyof typeof KINDS,
  { user, email, target, challenge, now }: TokenMail,
  parts: AuthParts,
): Promise<{ user: UserRow; mail: Mail }> {
  const { tokenType, method, sentAt, compose } = KINDS[kind];
  const flowStateId = await beginFlow(tx, { userId: user.id, challenge, method, now });
  const token = await issueToken(tx, {
    userId: user.id,
    type: tokenType,
    address: email,
    flowStateId,
    now,
    secret: parts.codeSecret,
  });
  const marked = await updateUser(tx, user.id, { [sentAt]: now }, now);
  const url = parts.mail.linkTo(token, kind, target);
  return { user: marked, mail: compose({ to: email, url, code: token.code }, parts.mail.sender) };
}
