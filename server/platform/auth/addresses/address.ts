import type { Mail } from '#server/providers/mailer/mailer.ts';
import type { Text } from '#server/providers/sms/sms.ts';
import { ask, type Question } from '../../db/ask-together.ts';
import type { Runner, Transaction } from '../../db/database.ts';
import type { AuthParts } from '../auth-parts.ts';
import {
  lockUserByEmail,
  lockUserByPhone,
  type UserRow,
  userByEmail,
  userByPhone,
} from '../sessions/users.ts';

/** The email address or phone number that identifies an account before sign-in, and that its codes are sent to. */
export interface Address {
  readonly kind: 'email' | 'phone';
  /** Normalized: lower case, or digits without `+`. */
  readonly value: string;
}

/** A message to an address. */
export type Message =
  | { readonly kind: 'mail'; readonly mail: Mail }
  | { readonly kind: 'text'; readonly text: Text };

export async function findUserByAddress(runner: Runner, address: Address): Promise<UserRow | undefined> {
  return (await ask(runner, userByAddress(address)))[0];
}

export function userByAddress({ kind, value }: Address): Question<UserRow> {
  return kind === 'email' ? userByEmail(value) : userByPhone(value);
}

export function lockUserByAddress(tx: Transaction, { kind, value }: Address): Promise<UserRow | undefined> {
  return kind === 'email' ? lockUserByEmail(tx, value) : lockUserByPhone(tx, value);
}

export function isProved(user: UserRow, { kind }: Pick<Address, 'kind'>): boolean {
  return (kind === 'email' ? user.email_confirmed_at : user.phone_confirmed_at) !== null;
}

/** True if the account's owner has proved any address. */
export function hasProvedAddress(user: UserRow): boolean {
  return isProved(user, { kind: 'email' }) || isProved(user, { kind: 'phone' });
}

/** Maps an address to the columns of a new account. */
export function toColumns({ kind, value }: Address): { email: string | null; phone: string | null } {
  return kind === 'email' ? { email: value, phone: null } : { email: null, phone: value };
}

/** Returns the address to contact the account at, email first; null if it has none. */
export function addressOf({ email, phone }: UserRow): Address | null {
  if (email !== null) return { kind: 'email', value: email };
  return phone === null ? null : { kind: 'phone', value: phone };
}

/** Counts a message against its limits before it is composed, even if no account will get it. Throws a 429. */
export function takeMessage({ kind, value }: Address, ip: string, { limits }: AuthParts): Promise<void> {
  return kind === 'email' ? limits.takeMail(value, ip) : limits.takeText({ phone: value, ip });
}

/** Gives the address back what `takeMessage` counted, if the caller knows that no message was sent. */
export function giveBackMessage({ kind, value }: Address, { limits }: AuthParts): Promise<void> {
  return kind === 'email' ? limits.giveBackMail(value) : limits.giveBackText(value);
}

/** Throws while messages of this kind can't be sent, regardless of the recipient. */
export function assertReachable({ kind }: Address, what: string, { mail, texts }: AuthParts): void {
  if (kind === 'email') mail.assertReachable(what);
  else texts.assertReachable(what);
}

export function sendMessage(message: Message, what: string, { mail, texts }: AuthParts): Promise<void> {
  return message.kind === 'mail' ? mail.send(message.mail, what) : texts.send(message.text, what);
}

/**
 * Sends in the background, for endpoints whose answer must not reveal whether a message was due: exceeding the daily
 * text limit is only logged.
 */
export async function sendMessageBeside(
  message: Message,
  { mail, texts, limits, log }: AuthParts,
): Promise<void> {
  if (message.kind === 'mail') return mail.sendBeside(message.mail);
  if (await limits.mayTextToday()) return texts.sendBeside(message.text);
  log.warn("a text message was not sent, today's limit is used up", { kind: message.text.kind });
}
