import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { type OpenProductWorld, openProductWorld } from '#tests/worlds/product-world.ts';

let database: Database;
let world: OpenProductWorld;
let runId: string;

beforeAll(async () => {
  world = await openProductWorld();
  database = world.database;
  ({ runId } = await world.begin());
  await world.reach(runId, 'succeeded');
});
afterAll(() => world.close());

/** Inserts a row of each table with a given age, and its retention in days. */
const TERMS: readonly (readonly [table: string, days: number, insert: string])[] = [
  [
    'private.delegation_keys',
    30,
    `insert into private.delegation_keys (user_id, key, request_hash, run_id, created_at)
     values ($1, gen_random_uuid(), 'x', $2, now() - $3 * interval '1 hour')`,
  ],
  [
    'private.run_journal',
    30,
    `insert into private.run_journal (run_id, action, version, result, created_at)
     values ($2, $1::text, '1', '{}', now() - $3 * interval '1 hour')`,
  ],
  [
    'private.provider_calls',
    90,
    `insert into private.provider_calls (user_id, run_id, attempt, model, prompt_tokens, max_tokens, started_at)
     values ($1, $2, 1, 'a model', 1, 1, now() - $3 * interval '1 hour')`,
  ],
  [
    'private.ai_spending',
    400,
    `insert into private.ai_spending (owner, day)
     select $1, (now() - $3 * interval '1 hour')::date where $2::uuid is not null`,
  ],
  [
    'private.spent_welcomes',
    365,
    `insert into private.spent_welcomes (digest, unspent, erased_at)
     select convert_to($1::text, 'UTF8'), 0, now() - $3 * interval '1 hour' where $2::uuid is not null`,
  ],
];

describe('each night', () => {
  it.each(TERMS)('%s loses what is older than %i days, and nothing younger', async (table, days, insert) => {
    await database.query(`delete from ${table}`);
    // Give or take a day: some are kept by calendar day.
    for (const hours of [(days - 1) * 24, (days + 2) * 24, (days + 300) * 24]) {
      await database.query(insert, [randomUUID(), runId, hours]);
    }
    await world.jobs.runScheduled('purge-records');
    expect(await database.query(`select from ${table}`)).toHaveLength(1);
    await world.jobs.runScheduled('purge-records');
    expect(await database.query(`select from ${table}`)).toHaveLength(1);
  });

  it('the ledger is left alone, however old', async () => {
    const count = async () => (await database.query('select from public.credit_grants')).length;
    const before = await count();
    expect(before).toBeGreaterThan(0);
    await database.exec('alter table public.credit_grants disable trigger insert_only');
    await database.query("update public.credit_grants set created_at = now() - interval '20 years'");
    await database.exec('alter table public.credit_grants enable trigger insert_only');
    await world.jobs.runScheduled('purge-records');
    expect(await count()).toBe(before);
  });
});
