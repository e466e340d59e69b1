import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messages } from '#domain/messages.ts';
import { TASK_NOTES_MAX } from '#domain/task.ts';
import { runAsCaller } from '#server/platform/db/as-caller.ts';
import { ANON, type Caller } from '#server/platform/db/caller.ts';
import type { Database, Row } from '#server/platform/db/database.ts';
import { type TestDatabase, testDatabase } from '../engines/database.ts';
import { callerOf, makeProject, makeTask, makeUser, type TestUser } from '../fixtures/factories.ts';
import { buyPackAndPlan } from '../worlds/billing-world.ts';
import { createProductWorld } from '../worlds/product-world.ts';

/** Caller x act x table: what the database itself refuses, whatever the code above it does. */

let test: TestDatabase;
let database: Database;
let ann: TestUser;
let bob: TestUser;
let annsTask: string;
let annsProject: string;

beforeAll(async () => {
  test = await testDatabase();
  database = test.database;
  [ann, bob] = [await makeUser(database), await makeUser(database)];
  annsProject = await makeProject(database, ann);
  annsTask = await makeTask(database, ann);
  const trashed = await makeTask(database, ann);
  await as(callerOf(ann), 'delete from public.tasks where id = $1', [trashed]);
  const world = createProductWorld(database, { limits: { drain: 0 } });
  await world.product.start();
  const { run } = await world.delegate(ann, annsTask);
  await world.reach(run?.id ?? '', 'succeeded');
  await world.product.stop();
  await buyPackAndPlan(database, ann);
});
afterAll(() => test.close());

async function as(caller: Caller, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const [result] = await runAsCaller(database, caller, [{ text, values }]);
  return result?.rows ?? [];
}

/** Its rows, or the code of the refusal. */
async function outcome(caller: Caller, text: string, values: readonly unknown[] = []): Promise<unknown> {
  return as(caller, text, values).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error) return error.code;
    throw error;
  });
}

const OWNED = [
  ['profiles', 'id'],
  ['user_settings', 'user_id'],
  ['user_consent', 'user_id'],
  ['projects', 'user_id'],
  ['tasks', 'user_id'],
  ['credit_grants', 'user_id'],
  ['credit_entries', 'user_id'],
  ['purchases', 'user_id'],
  ['subscriptions', 'user_id'],
  ['ai_runs', 'user_id'],
  ['ai_run_events', 'user_id'],
  ['ai_responses', 'user_id'],
  ['search_words', 'user_id'],
  ['trash', 'user_id'],
] as const;

describe.each(OWNED)('%s', (table, owner) => {
  it('shows people their own rows, and only those', async () => {
    const rows = await as(callerOf(ann), `select ${owner} as owner from public.${table}`);
    expect(rows.length, 'the test needs a row of hers').toBeGreaterThan(0);
    expect(new Set(rows.map((row) => row.owner))).toEqual(new Set([ann.id]));
    const foreign = `select from public.${table} where ${owner} = $1`;
    expect(await as(callerOf(bob), foreign, [ann.id])).toEqual([]);
  });

  it('shows a visitor nothing', async () => {
    expect(await outcome(ANON, `select * from public.${table}`)).toEqual(table === 'profiles' ? [] : '42501');
  });

  it("lets nobody delete another's rows, or empty it", async () => {
    const { length } = await database.query(`select from public.${table} where ${owner} = $1`, [ann.id]);
    for (const caller of [callerOf(bob), ANON]) {
      await outcome(caller, `delete from public.${table} where ${owner} = $1`, [ann.id]);
      // Without a condition nothing is read, and the policy for reading protects no row.
      await outcome(caller, `delete from public.${table}`);
      expect(await outcome(caller, `truncate public.${table} cascade`)).toBe('42501');
    }
    expect(await database.query(`select from public.${table} where ${owner} = $1`, [ann.id])).toHaveLength(
      length,
    );
  });

  it('lets nobody hand rows to somebody else', async () => {
    expect(await outcome(callerOf(ann), `update public.${table} set ${owner} = $1`, [bob.id])).toBe('42501');
  });
});

describe('what people may write', () => {
  /** Everything that a token may insert or update, column by column. A new column is closed until it is named here. */
  const WRITABLE = {
    'profiles UPDATE': 'full_name',
    'user_settings UPDATE':
      'about_country about_currency about_facts about_tone about_units answer_language asks_first compact_rows remove_oldest_completed sends_about',
    'ai_runs UPDATE': 'is_folded opened_at',
    'projects INSERT': 'category client_id created_at description name updated_at user_id',
    'projects UPDATE': 'category description name updated_at',
    'tasks INSERT':
      'ai_assisted ai_task_type category client_id created_at due_on is_completed is_dated notes priority project_id rank timeframe title updated_at user_id',
    'tasks UPDATE':
      'ai_task_type category due_on is_completed is_dated notes priority project_id rank timeframe title updated_at',
  };

  it('is this list of columns, and nothing for visitors', async () => {
    const rows = await database.query<{ what: string; columns: string }>(
      `select table_name || ' ' || privilege_type as what, string_agg(column_name::text, ' ' order by column_name) as columns
       from information_schema.column_privileges
       where table_schema = 'public' and grantee in ('anon', 'authenticated', 'PUBLIC')
         and privilege_type in ('INSERT', 'UPDATE') and table_name = any ($1::text[])
       group by table_name, privilege_type`,
      [OWNED.map(([table]) => table)],
    );
    expect(Object.fromEntries(rows.map(({ what, columns }) => [what, columns]))).toEqual(WRITABLE);
  });

  it.each([
    ['profiles', 'id', "full_name = 'Taken'"],
    ['user_settings', 'user_id', "answer_language = 'de'"],
    ['ai_runs', 'user_id', 'is_folded = true'],
    ['projects', 'user_id', "name = 'Taken'"],
    ['tasks', 'user_id', "title = 'Taken'"],
  ])(
    "changes nobody else's rows in %s, nor without a condition on %s: %s",
    async (table, owner, assignment) => {
      const hers = () => database.query(`select * from public.${table} where ${owner} = $1`, [ann.id]);
      const before = await hers();
      await as(callerOf(bob), `update public.${table} set ${assignment}`);
      expect(await hers()).toEqual(before);
    },
  );

  it.each([
    ['profiles', "credits_limit = 9999, subscription_tier = 'pro'"],
    ['profiles', 'credits_used = 0'],
    ['profiles', "email = 'someone@example.org'"],
    ['tasks', 'ai_assisted = true'],
    ['tasks', 'id = gen_random_uuid()'],
    ['ai_runs', "status = 'succeeded'"],
    ['ai_runs', 'slip_number = 1'],
    ['ai_responses', "content = 'forged'"],
    ['credit_entries', 'amount = 100'],
    ['purchases', 'refunded_cents = 0'],
    ['subscriptions', "paid_until = now() + interval '100 years'"],
  ])('refuses to set in %s: %s', async (table, assignment) => {
    expect(await outcome(callerOf(ann), `update public.${table} set ${assignment}`)).toBe('42501');
  });

  it.each([
    ['profiles', "(id, credits_limit, subscription_tier) values ($1, 9999, 'pro')"],
    ['user_consent', "(user_id, terms_accepted, terms_version) values ($1, true, '1.0')"],
    ['credit_grants', "(user_id, kind, amount, source, source_ref) values ($1, 'pack', 500, 'me', 'me')"],
    ['ai_responses', "(user_id, task_id, run_id, content, model_used) values ($1, $1, $1, 'forged', 'me')"],
    ['ai_runs', "(user_id, task_id, ai_task_type) values ($1, $1, 'answer')"],
    ['trash', "(id, user_id, kind, title) values (gen_random_uuid(), $1, 'task', 'forged')"],
    ['tasks', "(user_id, title, ai_assisted) values ($1, 'Delegated by hand', true)"],
    ['tasks', "(user_id, title, id) values ($1, 'With an id of my own', gen_random_uuid())"],
  ])('refuses to insert into %s: %s', async (table, values) => {
    expect(await outcome(callerOf(ann), `insert into public.${table} ${values}`, [ann.id])).toBe('42501');
  });

  it("refuses rows in another's name", async () => {
    const insert = (table: string, column: string): Promise<unknown> =>
      outcome(callerOf(bob), `insert into public.${table} (user_id, ${column}) values ($1, 'Planted')`, [
        ann.id,
      ]);
    expect([await insert('tasks', 'title'), await insert('projects', 'name')]).toEqual(['42501', '42501']);
  });

  it('takes what the specified client sends for a new task, and for a change', async () => {
    const [task] = await as(
      callerOf(ann),
      `insert into public.tasks (title, category, priority, timeframe, user_id, is_completed, ai_assisted, created_at, updated_at)
       values ('  Buy milk ', 'personal', 'low', 'today', $1, false, false, now(), now()) returning *`,
      [ann.id],
    );
    expect(task).toMatchObject({ title: 'Buy milk', user_id: ann.id, ai_task_type: null, project_id: null });
    const change =
      'update public.tasks set project_id = $2, ai_task_type = $3, updated_at = now() where id = $1 returning *';
    const [changed] = await as(callerOf(ann), change, [task?.id, annsProject, 'no such type']);
    expect(changed).toMatchObject({ project_id: annsProject, ai_task_type: 'answer' });
  });

  it('stamps when a task was completed, and forgets it when it is taken up again', async () => {
    const set = (done: boolean) =>
      as(callerOf(ann), 'update public.tasks set is_completed = $2 where id = $1 returning completed_at', [
        annsTask,
        done,
      ]);
    expect(await set(true)).toEqual([{ completed_at: expect.any(Date) }]);
    expect(await set(false)).toEqual([{ completed_at: null }]);
  });

  it.each([['   '], ['x'.repeat(1001)]])(
    'refuses a title of blanks, or of more than 1000 characters',
    async (title) => {
      expect(await outcome(callerOf(ann), 'insert into public.tasks (title) values ($1)', [title])).toBe(
        '23514',
      );
    },
  );

  it('refuses notes of more than 10,000 characters with a sentence, and says of each task whether it has any', async () => {
    const insert = 'insert into public.tasks (title, notes) values ($1, $2) returning has_notes';
    const add = (notes: string) => as(callerOf(ann), insert, ['Noted', notes]);
    await expect(add('x'.repeat(10_001))).rejects.toMatchObject({
      code: '23514',
      message: messages.tasks.notesTooLong,
    });
    expect(await add('\u{1f3e1}'.repeat(TASK_NOTES_MAX))).toEqual([{ has_notes: true }]);
    expect(await add(' \n')).toEqual([{ has_notes: false }]);
    const forged = 'update public.tasks set has_notes = true';
    expect(await outcome(callerOf(ann), forged)).toBe('42501');
  });

  it('makes no second row of an insert that is sent twice, and the mark of one person is free to another', async () => {
    const clientId = randomUUID();
    const insert = 'insert into public.tasks (title, client_id) values ($1, $2)';
    expect(await outcome(callerOf(ann), insert, ['Once', clientId])).toEqual([]);
    expect(await outcome(callerOf(ann), insert, ['Once', clientId])).toBe('23505');
    expect(await outcome(callerOf(bob), insert, ['Also mine', clientId])).toEqual([]);
  });
});

describe("a reference to another's row", () => {
  it('fails in the same words as one to a row that does not exist', async () => {
    const bobsTask = await makeTask(database, bob);
    const refuse = async (projectId: string): Promise<unknown> => {
      const sql = 'update public.tasks set project_id = $2 where id = $1';
      const error = await as(callerOf(bob), sql, [bobsTask, projectId]).catch((refusal: unknown) => refusal);
      return JSON.parse(JSON.stringify(error).replaceAll(projectId, 'ID'));
    };
    const [foreign, missing] = [await refuse(annsProject), await refuse(randomUUID())];
    expect(foreign).toEqual(missing);
    expect(foreign).toMatchObject({ code: '23503' });
  });
});

describe('the schema', () => {
  it('has row-level security on every table that is ours, and a named role in every policy', async () => {
    expect(
      await database.query(
        `select n.nspname, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relkind in ('r', 'p') and not c.relrowsecurity
           and n.nspname in ('public', 'private', 'auth', 'storage', 'realtime')`,
      ),
    ).toEqual([]);
    expect(await database.query("select policyname from pg_policies where 'public' = any (roles)")).toEqual(
      [],
    );
  });

  it('has no function of an open search path', async () => {
    expect(
      await database.query(
        `select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
         where n.nspname in ('public', 'private')
           and not coalesce('search_path=""' = any (p.proconfig), false)`,
      ),
    ).toEqual([]);
  });

  it('keeps every API role out of the private schema', async () => {
    for (const role of ['anon', 'authenticated', 'service_role']) {
      const [row] = await database.query("select has_schema_privilege($1, 'private', 'USAGE') as may", [
        role,
      ]);
      expect(row, role).toEqual({ may: false });
    }
  });
});

describe("a person's own topic", () => {
  const rightsOn = async (topic: string, caller: Caller): Promise<unknown> => {
    const sql = 'select * from realtime.topic_rights($1, $2, $3::jsonb)';
    return (await database.query(sql, [topic, caller.role, caller.claims]))[0];
  };
  const none = { read_broadcast: false, read_presence: false, write_broadcast: false, write_presence: false };

  it('can be listened to, and not spoken on', async () => {
    expect(await rightsOn(`user:${ann.id}`, callerOf(ann))).toMatchObject({
      read_broadcast: true,
      write_broadcast: false,
      write_presence: false,
    });
  });

  it('is closed to everybody else', async () => {
    expect(await rightsOn(`user:${ann.id}`, callerOf(bob))).toEqual(none);
    expect(await rightsOn(`user:${ann.id}`, ANON)).toEqual(none);
    expect(await rightsOn('user:', ANON)).toEqual(none);
  });
});
