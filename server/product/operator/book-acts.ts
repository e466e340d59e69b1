import { z } from 'zod';
import { BILLING_INVARIANTS, LEDGER_INVARIANTS, RUN_INVARIANTS } from '../credits/invariants.ts';
import { operatorAct } from './operator-act.ts';

const nothing = z.strictObject({});

/** Checks the ledger's invariants. `broken` names each violated one, with an example row. */
export const reconcileAct = operatorAct({
  name: 'reconcile',
  input: nothing,
  async perform(tx) {
    const rules = Object.entries({ ...LEDGER_INVARIANTS, ...RUN_INVARIANTS, ...BILLING_INVARIANTS });
    const broken: object[] = [];
    for (const [rule, sql] of rules) {
      const rows = await tx.query(sql);
      if (rows.length > 0) broken.push({ rule, rows: rows.length, first: rows[0] });
    }
    return {
      result: { rules: rules.length, sound: broken.length === 0, broken },
      userId: null,
      details: { broken: broken.length },
    };
  },
});

/** Counts everything. */
export const totalsAct = operatorAct({
  name: 'totals',
  input: nothing,
  async perform(tx) {
    const [result = {}] = await tx.query(`
      select
        (select count(*) from auth.users where deleted_at is null) as people,
        (select count(*) from public.profiles where subscription_tier = 'free') as free,
        (select count(*) from public.profiles where subscription_tier = 'start') as start,
        (select count(*) from public.profiles where subscription_tier = 'pro') as pro,
        (select count(*) from public.profiles where subscription_tier = 'premium') as premium,
        (select count(*) from auth.sessions) as sessions,
        (select count(*) from public.tasks) as tasks,
        (select count(*) from public.projects) as projects,
        (select count(*) from public.ai_runs where created_at > now() - interval '30 days') as runs_in_30_days,
        (select count(*) from public.ai_runs where created_at > now() - interval '30 days' and status = 'failed')
          as failed_runs_in_30_days,
        (select coalesce(sum(amount), 0) from public.credit_grants) as credits_granted,
        (select coalesce(sum(granted - spent), 0) from private.credit_balances) as credits_left,
        (select count(*) from public.redeem_codes
          where revoked_at is null and used < uses and (expires_at is null or expires_at > now())) as open_codes,
        (select count(*) from storage.objects) as files,
        (select coalesce(sum((metadata ->> 'size')::bigint), 0) from storage.objects) as file_bytes`);
    return {
      result: Object.fromEntries(Object.entries(result).map(([name, value]) => [name, Number(value)])),
      userId: null,
    };
  },
});
