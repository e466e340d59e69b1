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
 * Records the wanted number and creates the confirmation text. If the number already has a proved account, no text is
 * sent and the change never completes, but nothing reveals it here. An account that only asked for the number without
 * proving it loses it.
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
