import type { Transaction } from '../../db/database.ts';
import type { Address } from '../addresses/address.ts';
import type { UserRow } from './users.ts';

/** Identities of the account itself, as opposed to external ones. */
type OwnProvider = Address['kind'];

/** Facts that clients of this contract expect in the metadata and in the identity. */
export function addressFacts(user: {
  readonly id: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly emailVerified: boolean;
  readonly phoneVerified: boolean;
}): Record<string, unknown> {
  return {
    sub: user.id,
    ...(user.email !== null && { email: user.email }),
    ...(user.phone !== null && { phone: user.phone }),
    email_verified: user.emailVerified,
    phone_verified: user.phoneVerified,
  };
}

export function withOwnProvider(user: UserRow, own: OwnProvider): Record<string, unknown> {
  const { provider, providers } = user.raw_app_meta_data ?? {};
  const known = Array.isArray(providers) ? providers : [];
  return {
    ...user.raw_app_meta_data,
    provider: provider ?? own,
    providers: [...new Set([...known, own])],
  };
}

export async function writeOwnIdentity(
  tx: Transaction,
  user: UserRow,
  provider: OwnProvider,
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into auth.identities (user_id, provider, provider_id, identity_data, created_at, updated_at)
     values ($1, $2, $3, $4::jsonb, $5, $5)
     on conflict (provider, provider_id) do update
       set identity_data = identities.identity_data || excluded.identity_data, updated_at = excluded.updated_at`,
    [user.id, provider, user.id, { ...user.raw_user_meta_data }, now],
  );
}
