import type { Text } from '#server/providers/sms/sms.ts';
import type { Transaction } from '../../db/database.ts';
import type { AuthParts } from '../auth-parts.ts';
import { type UserRow, updateUser } from '../sessions/users.ts';
import type { CodeText } from '../wire/auth-texts.ts';
import { issueToken, type OneTimeTokenType } from './one-time-tokens.ts';

interface CodeByText {
  readonly user: UserRow;
  /** The recipient, as digits without `+`. */
  readonly phone: string;
  readonly now: Date;
}

const KINDS = {
  sign_in_code: { tokenType: 'phone_token', sentAt: 'confirmation_sent_at' },
  phone_change_code: { tokenType: 'phone_change_token', sentAt: 'phone_change_sent_at' },
  reauthentication_code: { tokenType: 'reauthentication_token', sentAt: 'reauthentication_sent_at' },
} as const satisfies Partial<Record<CodeText['kind'], { tokenType: OneTimeTokenType; sentAt: string }>>;

/** Creates a code and its text, to be sent after the commit. */
export async function textACode(
  tx: Transaction,
  kind: keyof typeof KINDS,
  { user, phone, now }: CodeByText,
  parts: AuthParts,
): Promise<{ user: UserRow; text: Text }> {
  const { tokenType: type, sentAt } = KINDS[kind];
  const secret = parts.codeSecret;
  const wanted = { userId: user.id, type, address: phone, flowStateId: null, now, secret };
  const { code } = await issueToken(tx, wanted);
  const marked = await updateUser(tx, user.id, { [sentAt]: now }, now);
  return { user: marked, text: parts.texts.codeText({ kind, phone, code }) };
}
