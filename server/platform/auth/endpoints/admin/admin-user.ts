import { z } from 'zod';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Address } from '../../addresses/address.ts';
import { adminEndpoint } from '../../admin/admin-endpoint.ts';
import { describeUser } from '../../admin/describe-user.ts';
import {
  addressesOf,
  assertSupported,
  passwordHashOf,
  plainChanges,
  type UserInput,
  userFields,
} from '../../admin/user-fields.ts';
import { writeAudit } from '../../audit.ts';
import type { AuthParts } from '../../auth-parts.ts';
import { assertNoFactor, factorsOf } from '../../factors/factor-rows.ts';
import { recordUnlessTaken } from '../../proofs/accept-proof.ts';
import { clearTokens } from '../../proofs/one-time-tokens.ts';
import { isBanned, lockUser, type UserRow, updateUser } from '../../sessions/users.ts';
import { refusals } from '../../wire/auth-error.ts';
import { type AuthCall, noBody } from '../../wire/endpoint.ts';

const PATH = '/admin/users/:id';
const uuid = z.uuid();

/** Returns the user's id from the path. */
export function userIdOf({ params }: AuthCall): string {
  const id = uuid.safeParse(params['id']);
  if (!id.success) throw refusals.unknownUserId();
  return id.data;
}

export async function lockKnownUser(tx: Transaction, id: string): Promise<UserRow> {
  const user = await lockUser(tx, id);
  if (!user) throw refusals.unknownUser();
  return user;
}

export const adminUserGet = adminEndpoint({
  method: 'GET',
  path: PATH,
  body: noBody,
  async handle(call, { database }) {
    const id = userIdOf(call);
    return Response.json(
      await database.transaction(async (tx) => describeUser(tx, await lockKnownUser(tx, id))),
    );
  },
});

/** PUT /admin/users/{id}: applies at once, without a confirmation mail. */
export const adminUserPut = adminEndpoint({
  method: 'PUT',
  path: PATH,
  body: z.object(userFields),
  async handle({ body: input, ...call }, parts) {
    const id = userIdOf(call);
    assertSupported(input);
    const addresses = addressesOf(input);
    const address = addresses.email ?? (await addressOf(id, parts));
    const passwordHash = await passwordHashOf(input, address, parts);
    const { answer, ended } = await parts.database.transaction((tx) =>
      change(tx, { id, input, ...addresses, passwordHash }, call),
    );
    parts.liveSessions.markEnded(ended);
    return Response.json(answer);
  },
});

async function addressOf(id: string, { database }: AuthParts): Promise<string | null> {
  const users = await database.query<Pick<UserRow, 'email'>>('select email from auth.users where id = $1', [
    id,
  ]);
  return users[0]?.email ?? null;
}

interface AdminChange {
  readonly id: string;
  readonly input: UserInput;
  readonly email: string | null;
  readonly phone: string | null;
  readonly passwordHash: string | null;
}

async function change(
  tx: Transaction,
  { id, input, email, phone, passwordHash }: AdminChange,
  { now, context }: AuthCall,
): Promise<{ answer: Record<string, unknown>; ended: string[] }> {
  let user = await lockKnownUser(tx, id);
  const isNewAddress = email !== null && email !== user.email;
  if (isNewAddress || input.email_confirm === true) {
    user = await proveAddress(tx, user, { kind: 'email', value: email ?? user.email }, now);
  }
  const isNewNumber = phone !== null && phone !== user.phone;
  if (isNewNumber || input.phone_confirm === true) {
    user = await proveAddress(tx, user, { kind: 'phone', value: phone ?? user.phone }, now);
  }
  // Pending tokens were sent to the old address or number, or would bypass the new password.
  if (isNewAddress || isNewNumber || passwordHash !== null) await clearTokens(tx, id);
  const plain = plainChanges(input, user, now);
  // A new password or a ban ends existing sessions.
  const isShutOut = passwordHash !== null || isBanned({ ...user, ...plain }, now);
  const ended = isShutOut
    ? await tx.query<{ id: string }>('delete from auth.sessions where user_id = $1 returning id', [id])
    : [];
  user = await updateUser(
    tx,
    id,
    { ...plain, ...(passwordHash !== null && { encrypted_password: passwordHash }) },
    now,
  );
  await writeAudit(tx, { action: 'user_modified', userId: id, ip: context.ip, now });
  return { answer: await describeUser(tx, user), ended: ended.map((session) => session.id) };
}

async function proveAddress(
  tx: Transaction,
  user: UserRow,
  { kind, value }: { kind: Address['kind']; value: string | null },
  now: Date,
): Promise<UserRow> {
  if (value === null) throw refusals.invalid(`${kind}: required, there is none to confirm`);
  if (kind === 'phone') assertNoFactor(value, await factorsOf(tx, user.id), now);
  const changes =
    kind === 'email' ? { email_change: null, email_change_confirm_status: 0 } : { phone_change: null };
  return recordUnlessTaken(tx, user, { address: { kind, value }, now, changes });
}

/**
 * DELETE /admin/users/{id}: deletes the account and everything that belongs to it. With `should_soft_delete` the row
 * is kept, emptied, so that references to it stay valid.
 */
export const adminUserDelete = adminEndpoint({
  method: 'DELETE',
  path: PATH,
  body: z.object({ should_soft_delete: z.boolean().nullish() }),
  async handle({ body: { should_soft_delete }, ...call }, parts) {
    const id = userIdOf(call);
    const ended = await parts.database.transaction(async (tx) => {
      await lockKnownUser(tx, id);
      await writeAudit(tx, { action: 'user_deleted', userId: id, ip: call.context.ip, now: call.now });
      const sessions = await tx.query<{ id: string }>(
        'delete from auth.sessions where user_id = $1 returning id',
        [id],
      );
      await (should_soft_delete === true ? emptyUser(tx, id, call.now) : removeUser(tx, id));
      return sessions.map((session) => session.id);
    });
    parts.liveSessions.markEnded(ended);
    await parts.accountErased();
    return Response.json({});
  },
});

async function removeUser(tx: Transaction, id: string): Promise<void> {
  await tx.query('delete from auth.users where id = $1', [id]);
}

async function emptyUser(tx: Transaction, id: string, now: Date): Promise<void> {
  for (const table of ['identities', 'one_time_tokens', 'flow_state', 'mfa_factors', 'passkeys']) {
    await tx.query(`delete from auth.${table} where user_id = $1`, [id]);
  }
  await tx.query(
    `update auth.users set email = null, phone = null, encrypted_password = null, email_change = null,
       phone_change = null, raw_user_meta_data = '{}',
       raw_app_meta_data = '{}', deleted_at = $2, updated_at = $2 where id = $1`,
    [id, now],
  );
}
