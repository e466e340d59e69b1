import { z } from 'zod';
import type { Transaction } from '../../db/database.ts';
import { type Message, sendMessageBeside } from '../addresses/address.ts';
import { prepareEmailChange } from '../addresses/change-email.ts';
import { preparePhoneChange } from '../addresses/change-phone.ts';
import { writeAudit } from '../audit.ts';
import type { AuthParts } from '../auth-parts.ts';
import { assertAssured } from '../factors/assert-assured.ts';
import { assertNoFactor, type FactorRow, factorsOf } from '../factors/factor-rows.ts';
import { passwordChangedMail } from '../mails/security-notices.ts';
import { preparePassword, storePassword } from '../passwords/change-password.ts';
import { assertReallyThem } from '../proofs/assert-really-them.ts';
import type { CodeChallenge } from '../proofs/flow-states.ts';
import {
  type IdentityRow,
  identitiesOf,
  lockUser,
  recordProvenAddress,
  type UserRow,
  updateUser,
} from '../sessions/users.ts';
import { refusals } from '../wire/auth-error.ts';
import { type UserCall, userEndpoint } from '../wire/endpoint.ts';
import {
  challengeFields,
  optionalMetadata,
  optionalText,
  readChallenge,
  readEmail,
  readMetadata,
  readPhone,
  wantedTarget,
} from '../wire/request-input.ts';
import { toUserAnswer } from '../wire/user-answer.ts';

const body = z.object({
  email: optionalText,
  phone: optionalText,
  password: z.string().nullish(),
  current_password: optionalText,
  nonce: optionalText,
  data: optionalMetadata,
  app_metadata: z.unknown().optional(),
  ...challengeFields,
});

interface Changes {
  readonly passwordHash: string | null;
  readonly newEmail: string | null;
  /** Digits without `+`. */
  readonly newPhone: string | null;
  readonly challenge: CodeChallenge | null;
  readonly data: Record<string, unknown> | null;
}

interface Changed {
  readonly user: UserRow;
  readonly identities: readonly IdentityRow[];
  readonly factors: readonly FactorRow[];
  readonly messages: readonly Message[];
  readonly endedSessions: readonly string[];
}

/** PUT /user: changes to one's own account. */
export const userPut = userEndpoint({
  method: 'PUT',
  path: '/user',
  body,
  async handle({ body: input, ...call }, parts) {
    const { user } = call;
    if (input.app_metadata != null) throw refusals.notAdmin();
    if (input.phone && !parts.texts.areSent) throw refusals.phoneDisabled();
    if (user.is_sso_user && (input.email || input.password || input.phone)) throw refusals.ssoManaged();
    const email = input.email ? readEmail(input.email) : null;
    const newEmail = email === user.email ? null : email;
    const phone = input.phone ? readPhone(input.phone) : null;
    const newPhone = phone === user.phone ? null : phone;
    if (newEmail !== null || newPhone !== null || input.password != null) {
      const factors = await factorsOf(parts.database, user.id);
      assertAssured(call, factors);
      if (newPhone !== null) assertNoFactor(newPhone, factors, call.now);
    }
    const data = input.data ? mergedMetadata(user, readMetadata(input.data)) : null;
    const challenge = readChallenge(input, parts.settings);
    if (newEmail !== null) {
      await parts.limits.takeMail(newEmail, call.context.ip);
      // Both addresses get a mail.
      if (user.email !== null) await parts.limits.takeMail(user.email, call.context.ip);
      parts.mail.assertReachable('email change');
    }
    const proof = { currentPassword: input.current_password ?? null, nonce: input.nonce ?? null };
    const passwordHash =
      input.password == null
        ? null
        : await preparePassword({ password: input.password, ...proof }, call, parts);
    if (newPhone !== null) {
      // A number allows sign-in with a text alone, so an open session isn't enough to add one. A new password has
      // already passed the same check.
      if (passwordHash === null && !user.is_anonymous) await assertReallyThem(proof, call, parts);
      await parts.limits.takeText({ phone: newPhone, ip: call.context.ip, userId: user.id });
      parts.texts.assertReachable('phone change');
    }
    const changed = await parts.database.transaction((tx) =>
      apply(tx, { passwordHash, newEmail, newPhone, challenge, data }, call, parts),
    );
    parts.liveSessions.markEnded(changed.endedSessions);
    if (passwordHash !== null && user.email !== null)
      parts.mail.tell(passwordChangedMail(user.email, parts.mail.sender));
    for (const message of changed.messages) await sendMessageBeside(message, parts);
    return Response.json(toUserAnswer(changed.user, changed.identities, changed.factors));
  },
});

async function apply(tx: Transaction, changes: Changes, call: UserCall, parts: AuthParts): Promise<Changed> {
  const { now, context } = call;
  const locked = await lockUser(tx, call.user.id);
  // The checks before this transaction were made against this password.
  if (!locked || locked.encrypted_password !== call.user.encrypted_password) throw refusals.conflict();
  let user = locked;
  const messages: Message[] = [];
  let endedSessions: string[] = [];
  if (changes.data !== null) {
    user = await updateUser(tx, user.id, { raw_user_meta_data: changes.data }, now);
    await writeAudit(tx, { action: 'user_modified', userId: user.id, ip: context.ip, now });
  }
  if (changes.passwordHash !== null) {
    endedSessions = await storePassword(tx, changes.passwordHash, call);
  }
  if (changes.newEmail !== null) {
    const begun = await changeEmail(tx, user, changes.newEmail, changes.challenge, call, parts);
    user = begun.user;
    messages.push(...begun.messages);
  }
  if (changes.newPhone !== null) {
    await writeAudit(tx, { action: 'user_phone_change_requested', userId: user.id, ip: context.ip, now });
    const begun = await preparePhoneChange(tx, { user, newPhone: changes.newPhone, now }, parts);
    user = begun.user;
    if (begun.text) messages.push({ kind: 'text', text: begun.text });
  }
  const [identities, factors] = [await identitiesOf(tx, user.id), await factorsOf(tx, user.id)];
  return { user: await reread(tx, user), identities, factors, messages, endedSessions };
}

async function changeEmail(
  tx: Transaction,
  user: UserRow,
  newEmail: string,
  challenge: CodeChallenge | null,
  { request, url, context, now }: UserCall,
  parts: AuthParts,
): Promise<{ user: UserRow; messages: Message[] }> {
  await writeAudit(tx, { action: 'user_email_change_requested', userId: user.id, ip: context.ip, now });
  if (user.is_anonymous && parts.settings.mailAutoconfirm) {
    const address = { kind: 'email', value: newEmail } as const;
    return { user: await recordProvenAddress(tx, user, { address, now }), messages: [] };
  }
  const target = parts.redirects.resolve(wantedTarget({ request, url }));
  const begun = await prepareEmailChange(tx, { user, newEmail, target, challenge, now }, parts);
  return { user: begun.user, messages: begun.mails.map((mail) => ({ kind: 'mail', mail })) };
}

/** Merges key by key; a null removes its key. */
function mergedMetadata(user: UserRow, data: Record<string, unknown>): Record<string, unknown> {
  const merged = Object.entries({ ...user.raw_user_meta_data, ...data });
  return readMetadata(Object.fromEntries(merged.filter(([, value]) => value !== null)));
}

async function reread(tx: Transaction, { id }: UserRow): Promise<UserRow> {
  const user = await lockUser(tx, id);
  if (!user) throw refusals.conflict();
  return user;
}
