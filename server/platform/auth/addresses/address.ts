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

/** What an account is known by before anybody is signed in to it, and where its codes go. */
export interface Address {
  readonly kind: 'email' | 'phone';
  /** As it is stored: lower case, or digits without `+`. */
  readonly value: string;
}

/** What is on its way to an address. */
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

/** Whether anybody has proved to own the account, by whatever address. */
export function hasProvedAddress(user: UserRow): boolean {
  return isProved(user, { kind: 'email' }) || isProved(user, { kind: 'phone' });
}

/** As a new account stores it. */
export function toColumns({ kind, value }: Address): { email: string | null; phone: string | null } {
  return kind === 'email' ? { email: value, phone: null } : { email: null, phone: value };
}

/** Where the account can be reached: by mail if there is one. null: nowhere. */
export function addressOf({ email, phone }: UserRow): Address | null {
  if (email !== null) return { kind: 'email', value: email };
  return phone === null ? null : { kind: 'phone', value: phone };
}

/** Counts a message before it is made, whether or not there is anybody to get it. Throws a 429. */
export function takeMessage({ kind, value }: Address, ip: string, { limits }: AuthParts): Promise<void> {
  return kind === 'email' ? limits.takeMail(value, ip) : limits.takeText({ phone: value, ip });
}

/** Throws a refusal while messages of this kind cannot go out, for everybody alike. */
export function assertReachable({ kind }: Address, what: string, { mail, texts }: AuthParts): void {
  if (kind === 'email') mail.assertReachable(what);
  else texts.assertReachable(what);
}

export function sendMessage(message: Message, what: string, { mail, texts }: AuthParts): Promise<void> {
  return message.kind === 'mail' ? mail.send(message.mail, what) : texts.send(message.text, what);
}

/** For where nothing may tell whether a message was due: a text that the day has no room for is only logged. */
export async function sendMessageBeside(
  message: Message,
  { mail, texts, limits, log }: AuthParts,
): Promise<void> {
  if (message.kind === 'mail') return mail.sendBeside(message.mail);
  if (await limits.mayTextToday()) return texts.sendBeside(message.text);
  log.warn('a text was not sent: the texts of the day are used up', { kind: message.text.kind });
}
