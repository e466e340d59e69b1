import { randomUUID } from 'node:crypto';
import type { Database } from '#server/platform/db/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { grantCredits } from '#server/product/credits/grant-credits.ts';

export interface TestUser {
  readonly id: string;
  readonly email: string;
}

export interface TestUserOptions {
  readonly email?: string;
  readonly fullName?: string;
  /** Default: the address is confirmed. */
  readonly confirmed?: boolean;
  /** Default: the terms were accepted with the sign-up, so that there is a profile with 15 credits. */
  readonly terms?: boolean;
  /** What is left to spend; default the welcome credits. */
  readonly credits?: number;
}

/** A person as a sign-up leaves them: made by the same trigger, without the auth room. */
export async function makeUser(database: Database, options: TestUserOptions = {}): Promise<TestUser> {
  const id = randomUUID();
  const { email = `${id}@example.org`, fullName = 'Ann Example', confirmed = true, terms = true } = options;
  const metadata = terms ? { full_name: fullName, terms_accepted: true } : { full_name: fullName };
  await database.query(
    `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data, encrypted_password)
     values ($1, $2, case when $3 then now() end, $4::jsonb, 'no password opens this')`,
    [id, email, confirmed, metadata],
  );
  if (options.credits !== undefined) await setCredits(database, id, options.credits);
  return { id, email };
}

/** By the ledger's own acts: more is granted, less is revoked. */
async function setCredits(database: Database, userId: string, credits: number): Promise<void> {
  const [welcome] = await database.query<{ id: string; amount: number }>(
    'select id, amount from public.credit_grants where user_id = $1',
    [userId],
  );
  const difference = credits - (welcome?.amount ?? 0);
  if (difference > 0) await giveCredits(database, userId, difference);
  if (difference < 0 && welcome) {
    await database.query('select private.revoke_grant($1, $2, $3, $4)', [
      userId,
      welcome.id,
      -difference,
      'test',
    ]);
  }
}

export async function giveCredits(
  database: Database,
  userId: string,
  amount: number,
  expiresAt: Date | null = null,
): Promise<void> {
  await database.transaction((tx) =>
    grantCredits(tx, {
      userId,
      kind: 'operator',
      amount,
      expiresAt,
      source: 'test',
      sourceRef: randomUUID(),
    }),
  );
}

export interface TestTaskOptions {
  readonly title?: string;
  readonly projectId?: string;
  readonly completed?: boolean;
}

/** Returns its id. */
export async function makeTask(
  database: Database,
  user: TestUser,
  options: TestTaskOptions = {},
): Promise<string> {
  const { title = 'Write to the landlord', projectId = null, completed = false } = options;
  return inserted(
    database,
    'insert into public.tasks (user_id, title, project_id, is_completed) values ($1, $2, $3, $4) returning id',
    [user.id, title, projectId, completed],
  );
}

/** Returns their ids, in one statement. */
export async function makeTasks(database: Database, user: TestUser, count: number): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    "insert into public.tasks (user_id, title) select $1, 'Task ' || n from generate_series(1, $2::integer) n returning id",
    [user.id, count],
  );
  return rows.map((row) => row.id);
}

export interface TestProjectOptions {
  readonly name?: string;
  readonly description?: string;
}

/** Returns its id. */
export async function makeProject(
  database: Database,
  user: TestUser,
  { name = 'Moving house', description }: TestProjectOptions = {},
): Promise<string> {
  return inserted(
    database,
    'insert into public.projects (user_id, name, description) values ($1, $2, $3) returning id',
    [user.id, name, description ?? null],
  );
}

async function inserted(database: Database, sql: string, values: readonly unknown[]): Promise<string> {
  const [row] = await database.query<{ id: string }>(sql, values);
  if (!row) throw new Error('nothing was inserted');
  return row.id;
}

/** The caller that a signed-in user's token stands for. */
export function callerOf(user: TestUser): Caller {
  return {
    role: 'authenticated',
    userId: user.id,
    sessionId: randomUUID(),
    claims: { role: 'authenticated', sub: user.id, email: user.email },
    expiresAt: null,
  };
}
