import { z } from 'zod';
import type { Transaction } from '#server/platform/db/database.ts';
import { writeAudit } from '../../audit.ts';
import type { AuthParts } from '../../auth-parts.ts';
import { assertAssured } from '../../factors/assert-assured.ts';
import {
  ENROLLED_TYPES,
  type FactorRow,
  type FactorType,
  factorsOf,
  UNVERIFIED_SECONDS,
} from '../../factors/factor-rows.ts';
import { friendlyName } from '../../factors/friendly-name.ts';
import { sealSecret } from '../../factors/seal-secret.ts';
import { newTotp } from '../../factors/totp.ts';
import { lockUser } from '../../sessions/users.ts';
import { refusals } from '../../wire/auth-error.ts';
import { type UserCall, userEndpoint } from '../../wire/endpoint.ts';
import { optionalText, readPhone } from '../../wire/request-input.ts';

const MOST_FACTORS = 10;

const body = z.object({
  factor_type: z.enum(ENROLLED_TYPES),
  friendly_name: friendlyName.nullish(),
  /** Shown above the code in the authenticator app. */
  issuer: optionalText,
  phone: optionalText,
});

/** POST /factors: enrols a second factor. It counts once it has been verified. */
export const factorEnroll = userEndpoint({
  method: 'POST',
  path: '/factors',
  body,
  async handle({ body: { factor_type, friendly_name, issuer, phone }, ...call }, parts) {
    if (call.user.is_anonymous) throw refusals.anonymousFactors();
    if (factor_type === 'phone' && !parts.texts.areSent) throw refusals.factorsDisabled(factor_type);
    const number = factor_type === 'phone' ? readPhone(phone ?? '') : null;
    const totp =
      factor_type === 'totp'
        ? newTotp({
            issuer: (issuer || parts.settings.brandName).slice(0, 100),
            account: call.user.email ?? call.user.id,
          })
        : null;
    const wanted = {
      type: factor_type,
      name: friendly_name || null,
      secret: totp?.secret ?? null,
      phone: number,
    };
    const factor = await parts.database.transaction((tx) => insertFactor(tx, wanted, call, parts));
    return Response.json({
      id: factor.id,
      type: factor_type,
      friendly_name: factor.friendly_name ?? '',
      ...(totp && { totp: totp.answer }),
      ...(number && { phone: number }),
    });
  },
});

interface WantedFactor {
  readonly type: FactorType;
  readonly name: string | null;
  readonly secret: Uint8Array | null;
  /** Digits without `+`. */
  readonly phone: string | null;
}

async function insertFactor(
  tx: Transaction,
  { type, name, secret, phone }: WantedFactor,
  call: UserCall,
  parts: AuthParts,
): Promise<FactorRow> {
  const { user, now, context } = call;
  // The lock serializes concurrent enrolments, so that the limit holds.
  const locked = await lockUser(tx, user.id);
  await tx.query(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and created_at < $2`,
    [user.id, new Date(now.getTime() - UNVERIFIED_SECONDS * 1000)],
  );
  const factors = await factorsOf(tx, user.id);
  assertAssured(call, factors);
  if (factors.length >= MOST_FACTORS) throw refusals.tooManyFactors();
  if (name !== null && factors.some((other) => other.friendly_name === name))
    throw refusals.factorNameTaken();
  if (phone !== null) assertAnotherNumber(phone, locked?.phone ?? null, factors);
  const id = crypto.randomUUID();
  const [factor] = await tx.query<FactorRow>(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, secret, phone, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7) returning *`,
    [id, user.id, name, type, secret && sealSecret(secret, parts.factorSecret, id), phone, now],
  );
  if (!factor) throw new Error('no factor was made');
  await writeAudit(tx, { action: 'factor_enrolled', userId: user.id, ip: context.ip, now });
  return factor;
}

/** Rejects the sign-in number as a second factor: one phone would provide both. */
function assertAnotherNumber(phone: string, signsInWith: string | null, factors: readonly FactorRow[]): void {
  if (phone === signsInWith) throw refusals.oneNumberTwice();
  const isThere = factors.some((other) => other.phone === phone && other.status === 'verified');
  if (isThere) throw refusals.phoneFactorExists();
}
