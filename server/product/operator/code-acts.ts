import { z } from 'zod';
import { digestOfCode } from '../redeem/code-text.ts';
import { createCodes } from '../redeem/create-codes.ts';
import { momentToCome } from './moment-to-come.ts';
import { OperatorError, operatorAct } from './operator-act.ts';

/** Creates redeem codes. They are shown once: only their digests are stored. */
export const createCodesAct = operatorAct({
  name: 'create-codes',
  input: z.strictObject({
    credits: z.int().min(1).max(100_000),
    count: z.int().min(1).max(10_000).default(1),
    uses: z.int().min(1).max(1_000_000).default(1),
    expires_at: momentToCome.nullable().default(null),
    note: z.string().max(200).default(''),
  }),
  async perform(tx, { expires_at: expiresAt, ...order }) {
    const codes = await createCodes(tx, { ...order, expiresAt });
    const { credits, count, uses } = order;
    return {
      result: codes.map((code) => ({ code })),
      userId: null,
      details: { credits, count, uses, expires_at: expiresAt },
    };
  },
});

/** Lists codes that can still be redeemed, or all. */
export const listCodesAct = operatorAct({
  name: 'list-codes',
  input: z.strictObject({ all: z.boolean().default(false) }),
  async perform(tx, { all }) {
    const result = await tx.query(
      `select id, credits, used || ' of ' || uses as used, note,
         case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired'
              when used >= uses then 'used up' else 'open' end as state,
         expires_at, created_at
       from public.redeem_codes
       where $1 or (revoked_at is null and used < uses and (expires_at is null or expires_at > now()))
       order by created_at desc, id limit 10000`,
      [all],
    );
    return { result, userId: null };
  },
});

/** Revokes a code. Credits already granted by it stay. */
export const revokeCodeAct = operatorAct({
  name: 'revoke-code',
  input: z.strictObject({ code: z.string().trim().min(1).max(100) }),
  async perform(tx, { code }) {
    const [revoked] = await tx.query<{ id: string; used: number }>(
      `update public.redeem_codes set revoked_at = coalesce(revoked_at, now())
       where id::text = lower($1) or code_hash = $2 returning id, used`,
      [code, digestOfCode(code)],
    );
    if (!revoked) throw new OperatorError('No such code. Enter the code itself or its id.');
    return {
      result: { revoked: revoked.id, used_before: revoked.used },
      userId: null,
      details: { code_id: revoked.id },
    };
  },
});
