import { z } from 'zod';
import { normalizePhone } from '#server/platform/auth/wire/request-input.ts';
import { eraseAccount } from '../accounts/erase-account.ts';
import { findAccount, person } from './find-account.ts';
import { OperatorError, operatorAct } from './operator-act.ts';

/** Finds users by address, name or id, or a part of them. */
export const findUserAct = operatorAct({
  name: 'find-user',
  input: z.strictObject({ text: z.string().trim().min(2, 'must have at least two characters').max(320) }),
  async perform(tx, { text }) {
    const result = await tx.query<{ id: string }>(
      `select u.id, u.email, u.phone, p.full_name as name, p.subscription_tier as tier,
         p.credits_limit - p.credits_used as credits_left,
         (select count(*) from public.tasks t where t.user_id = u.id) as tasks,
         (select count(*) from auth.sessions s where s.user_id = u.id) as sessions,
         u.created_at, u.last_sign_in_at
       from auth.users u left join public.profiles p on p.id = u.id
       where u.deleted_at is null and (
         u.id::text = lower($1) or position(lower($1) in coalesce(u.email, '')) > 0
         or position(lower($1) in lower(coalesce(p.full_name, ''))) > 0 or u.phone = $2)
       order by u.created_at limit 50`,
      [text, normalizePhone(text) ?? null],
    );
    if (result.length === 0) throw new OperatorError(`No account matches "${text}".`);
    const [only] = result;
    return {
      result,
      userId: result.length === 1 && only ? only.id : null,
      details: { found: result.length },
    };
  },
});

/** Ends all sessions of a user at once. */
export const endSessionsAct = operatorAct({
  name: 'end-sessions',
  input: z.strictObject({ person }),
  async perform(tx, { person: who }) {
    const userId = await findAccount(tx, who);
    const { length } = await tx.query('delete from auth.sessions where user_id = $1 returning id', [userId]);
    return { result: { ended: length }, userId, details: { ended: length } };
  },
});

export const deleteUserAct = operatorAct({
  name: 'delete-user',
  input: z.strictObject({ person }),
  async perform(tx, { person: who }) {
    const userId = await findAccount(tx, who);
    const outcome = await eraseAccount(tx, userId);
    if (outcome === 'plan_running') {
      throw new OperatorError(`${who} has a paid plan. Cancel it at the payment provider first.`);
    }
    if (outcome === 'unknown') throw new OperatorError(`${who} has already been deleted.`);
    return { result: { deleted: userId }, userId };
  },
});
