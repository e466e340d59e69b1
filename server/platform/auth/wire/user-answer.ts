import { type FactorRow, toFactorAnswer } from '../factors/factor-rows.ts';
import type { IdentityRow, UserRow } from '../sessions/users.ts';

/** The user object of the contract. Null values are left out, as clients expect. */
export function toUserAnswer(
  user: UserRow,
  identities: readonly IdentityRow[],
  factors: readonly FactorRow[] = [],
): Record<string, unknown> {
  return withoutNulls({
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    email_confirmed_at: user.email_confirmed_at,
    invited_at: user.invited_at,
    phone: user.phone ?? '',
    phone_confirmed_at: user.phone_confirmed_at,
    confirmation_sent_at: user.confirmation_sent_at,
    confirmed_at: user.confirmed_at,
    recovery_sent_at: user.recovery_sent_at,
    new_email: user.email_change === '' ? null : user.email_change,
    email_change_sent_at: user.email_change_sent_at,
    new_phone: user.phone_change === '' ? null : user.phone_change,
    phone_change_sent_at: user.phone_change_sent_at,
    reauthentication_sent_at: user.reauthentication_sent_at,
    last_sign_in_at: user.last_sign_in_at,
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    identities: identities.map(toIdentityAnswer),
    factors: factors.length === 0 ? null : factors.map(toFactorAnswer),
    created_at: user.created_at,
    updated_at: user.updated_at,
    banned_until: user.banned_until,
    deleted_at: user.deleted_at,
    is_anonymous: user.is_anonymous,
    is_sso_user: user.is_sso_user,
  });
}

function toIdentityAnswer(identity: IdentityRow): Record<string, unknown> {
  return withoutNulls({
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: identity.last_sign_in_at,
    created_at: identity.created_at,
    updated_at: identity.updated_at,
    email: identity.email,
  });
}

function withoutNulls(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
