import type { Text } from '#server/providers/sms/sms.ts';
import type { Transaction } from '../../db/database.ts';
import type { AuthParts } from '../auth-parts.ts';
import { textACode } from '../proofs/text-a-code.ts';
import { holdsOn } from '../sessions/release-unproven-account.ts';
import { findUserByPhone, type UserRow, updateUser } from '../sessions/users.ts';

export interface PhoneChange {
  readonly user: UserRow;
  /** Digits without `+`. */
  readonly newPhone: string;
  readonly now: Date;
}

/**
 * Notes the wanted number and makes the text that must come back before it is used. Nothing tells here that the number
 * has an account already: then no text goes there, and the change is never completed. An account that only asked for the
 * number and never proved it does not keep it.
 */
export async function preparePhoneChange(
  tx: Transaction,
  { user, newPhone, now }: PhoneChange,
  parts: AuthParts,
): Promise<{ user: UserRow; text: Text | null }> {
  const changes = { phone_change: newPhone, phone_change_sent_at: now };
  const noted = await updateUser(tx, user.id, changes, now);
  const holder = await findUserByPhone(tx, newPhone);
  if (holder && holdsOn(holder, 'phone', now)) return { user: noted, text: null };
  return textACode(tx, 'phone_change_code', { user: noted, phone: newPhone, now }, parts);
}
