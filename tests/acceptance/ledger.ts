import { expect } from 'vitest';
import { z } from 'zod';
import type { Person } from './person.ts';

const profile = z.object({ credits_used: z.int(), credits_limit: z.int() });

export async function creditsLeft({ client, id }: Person): Promise<number> {
  const { data, error } = await client
    .from('profiles')
    .select('credits_used, credits_limit')
    .eq('id', id)
    .single();
  expect(error).toBeNull();
  const { credits_limit, credits_used } = profile.parse(data);
  return credits_limit - credits_used;
}

/** The kinds of the entries that belong to a run, oldest first: `debit`, or `debit` and `refund`. */
export async function entriesOf({ client }: Person, runId: string): Promise<string[]> {
  const { data, error } = await client
    .from('credit_entries')
    .select('kind')
    .eq('run_id', runId)
    .order('created_at');
  expect(error).toBeNull();
  return z
    .array(z.object({ kind: z.string() }))
    .parse(data)
    .map(({ kind }) => kind);
}

const runs = z.array(
  z.object({
    id: z.string(),
    status: z.string(),
    is_unpaid: z.boolean().nullable(),
    ai_responses: z.array(z.object({ id: z.string() })),
  }),
);
const entries = z.array(z.object({ run_id: z.string().nullable(), kind: z.string(), amount: z.int() }));
const grants = z.array(z.object({ amount: z.int() }));

/**
 * What must hold for everybody at any time: a run costs one credit, unless it ended before that was taken, gives it back exactly if it ended without an
 * answer, and has one answer exactly if it succeeded; the profile shows what the ledger says.
 */
export async function expectSoundAccount(person: Person): Promise<void> {
  const { client } = person;
  const [ran, entered, granted] = await Promise.all([
    client.from('ai_runs').select('id, status, is_unpaid, ai_responses(id)').order('created_at').limit(1000),
    client.from('credit_entries').select('run_id, kind, amount').order('created_at').limit(1000),
    client.from('credit_grants').select('amount'),
  ]);
  const ledger = entries.parse(entered.data);
  for (const run of runs.parse(ran.data)) {
    const kinds = ledger.filter(({ run_id }) => run_id === run.id).map(({ kind }) => kind);
    const isVoid = run.status === 'failed' || run.status === 'cancelled';
    expect({ ...run, kinds }).toEqual({
      ...run,
      kinds: run.is_unpaid ? [] : isVoid ? ['debit', 'refund'] : ['debit'],
      ai_responses: run.status === 'succeeded' ? [expect.anything()] : [],
    });
  }
  const balance = [...grants.parse(granted.data), ...ledger].reduce((sum, { amount }) => sum + amount, 0);
  expect(balance).toBeGreaterThanOrEqual(0);
  expect(await creditsLeft(person)).toBe(balance);
}
