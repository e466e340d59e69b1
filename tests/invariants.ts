import { expect } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import {
  BILLING_INVARIANTS,
  type Invariants,
  LEDGER_INVARIANTS,
  RUN_INVARIANTS,
} from '#server/product/credits/invariants.ts';

/** Holds until the trash is emptied: only tests, which do not wait for that, can ask. */
const DELETED_RUNS: Invariants = {
  'a credit that is charged for a deleted run was charged for a finished one': `
    select e.run_id, e.user_id
    from public.credit_entries e
    where e.kind = 'debit'
      and not exists (select from public.credit_entries b where b.run_id = e.run_id and b.kind = 'refund')
      and not exists (select from public.ai_runs r where r.id = e.run_id)
      and exists (select from auth.users u where u.id = e.user_id)
      and not exists (
        select from private.trash_contents c, jsonb_array_elements(c.content -> 'runs') r
        where r ->> 'id' = e.run_id::text and r ->> 'status' = 'succeeded')`,
};

/** Call it after every test that touches credits or runs. */
export async function assertInvariants(database: Database): Promise<void> {
  await assertLedgerInvariants(database);
  await assertAll(database, { ...RUN_INVARIANTS, ...BILLING_INVARIANTS, ...DELETED_RUNS });
}

/** For tests of what is paid; its credits are spent without runs. */
export async function assertBillingInvariants(database: Database): Promise<void> {
  await assertLedgerInvariants(database);
  await assertAll(database, BILLING_INVARIANTS);
}

/** For tests that spend credits without runs. */
export function assertLedgerInvariants(database: Database): Promise<void> {
  return assertAll(database, LEDGER_INVARIANTS);
}

async function assertAll(database: Database, invariants: Invariants): Promise<void> {
  for (const [sentence, sql] of Object.entries(invariants)) {
    expect(await database.query(sql), sentence).toEqual([]);
  }
}
