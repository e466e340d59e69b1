import { z } from 'zod';
import { DatabaseError } from '#server/platform/db/database.ts';
import { adminEndpoint } from '../../admin/admin-endpoint.ts';
import { describeUser } from '../../admin/describe-user.ts';
import {
  addressesOf,
  assertSupported,
  passwordHashOf,
  plainChanges,
  userFields,
} from '../../admin/user-fields.ts';
import { writeAudit } from '../../audit.ts';
import { findUserByPhone, insertUser, type UserRow, updateUser } from '../../sessions/users.ts';
import { refusals } from '../../wire/auth-error.ts';
import { type AuthCall, noBody } from '../../wire/endpoint.ts';
import { readMetadata } from '../../wire/request-input.ts';

const body = z.object({ ...userFields, id: z.uuid().nullish() });

/** POST /admin/users: creates an account without sending mail. */
export const adminUsersCreate = adminEndpoint({
  method: 'POST',
  path: '/admin/users',
  body,
  async handle({ body: input, now, context }, parts) {
    assertSupported(input);
    const { email, phone } = addressesOf(input);
    if (email === null && phone === null)
      throw refusals.invalid('Cannot create a user without either an email or phone');
    const metadata = readMetadata(input.user_metadata);
    const passwordHash = await passwordHashOf(input, email ?? phone, parts);
    const answer = await parts.database.transaction(async (tx) => {
      if (phone !== null && (await findUserByPhone(tx, phone))) throw refusals.phoneExists();
      const confirmed = email !== null && input.email_confirm === true;
      const phoneConfirmed = phone !== null && input.phone_confirm === true;
      const known = { ...(input.id && { id: input.id }), email, phone, confirmed, phoneConfirmed };
      const created = await insertUser(tx, { ...known, passwordHash, metadata, now }).catch(
        (error: unknown) => {
          // The address is free, so the id must be taken.
          if (error instanceof DatabaseError && error.code === '23505') throw refusals.userExists();
          throw error;
        },
      );
      if (!created) throw email === null ? refusals.phoneExists() : refusals.emailExists();
      await writeAudit(tx, { action: 'user_signedup', userId: created.id, ip: context.ip, now });
      // Stored exactly as the operator gave it.
      const changes = { ...plainChanges(input, created, now), raw_user_meta_data: metadata };
      return describeUser(tx, await updateUser(tx, created.id, changes, now));
    });
    return Response.json(answer);
  },
});

const DEFAULT_PER_PAGE = 50;
const MOST_PER_PAGE = 1_000;

interface Page {
  readonly page: number;
  readonly perPage: number;
}

/** GET /admin/users: all users, newest first, paginated. */
export const adminUsersList = adminEndpoint({
  method: 'GET',
  path: '/admin/users',
  body: noBody,
  async handle(call, { database }) {
    const asked = readPage(call);
    const [counted] = await database.query<{ total: number }>(
      'select count(*)::int as total from auth.users where deleted_at is null',
    );
    const rows = await database.query<UserRow>(
      'select * from auth.users where deleted_at is null order by created_at desc, id desc limit $1 offset $2',
      [asked.perPage, (asked.page - 1) * asked.perPage],
    );
    const users = await Promise.all(rows.map((user) => describeUser(database, user)));
    const total = counted?.total ?? 0;
    const headers = { 'X-Total-Count': String(total), Link: linksTo(call, asked, total) };
    return Response.json({ users, aud: 'authenticated' }, { headers });
  },
});

/** Clients send empty strings for parameters they leave out. */
function readPage({ url }: AuthCall): Page {
  const number = (name: string, fallback: number, most: number): number => {
    const text = url.searchParams.get(name) || String(fallback);
    const value = Number(text);
    if (!/^\d{1,9}$/.test(text) || value < 1 || value > most) {
      throw refusals.invalid(`${name}: must be a whole number from 1 to ${most}`);
    }
    return value;
  };
  return {
    page: number('page', 1, 1_000_000),
    perPage: number('per_page', DEFAULT_PER_PAGE, MOST_PER_PAGE),
  };
}

/** Link header (RFC 8288), in the form the official client parses. */
function linksTo({ url }: AuthCall, { page, perPage }: Page, total: number): string {
  const last = Math.max(1, Math.ceil(total / perPage));
  const link = (to: number, rel: string): string =>
    `<${url.pathname}?page=${to}&per_page=${perPage}>; rel="${rel}"`;
  return [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ');
}
