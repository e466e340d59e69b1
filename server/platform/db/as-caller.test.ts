import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { runAsCaller, transactionAsCaller } from './as-caller.ts';
import { ANON, type Caller } from './caller.ts';
import type { Database } from './database.ts';

const ALICE = '00000000-0000-4000-8000-00000000000a';
const BOB = '00000000-0000-4000-8000-00000000000b';

const user = (userId: string): Caller => ({
  role: 'authenticated',
  userId,
  sessionId: null,
  claims: { role: 'authenticated', sub: userId },
  expiresAt: null,
});
const alice = user(ALICE);
const allNotes = { text: 'select body from notes order by body' };
const addNote = { text: "insert into public.notes (body) values ('new')" };

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await testDatabase();
  database = test.database;
  await database.exec(`
    create table public.notes (owner uuid default auth.uid(), body text);
    alter table public.notes enable row level security;
    create policy own on public.notes using (owner = auth.uid()) with check (owner = auth.uid());
    grant select, insert on public.notes to authenticated;
    insert into public.notes values ('${ALICE}', 'from alice'), ('${BOB}', 'from bob');
    create function public.add_note() returns void language sql set search_path = ''
      as $$ insert into public.notes (body) values ('by function') $$;
    grant execute on function public.add_note() to authenticated;
  `);
});
afterAll(() => test.close());

describe('statements on behalf of a caller', () => {
  it('only see rows of that caller, from the first use of a statement to its hundredth', async () => {
    for (let round = 0; round < 100; round++) {
      const [mine] = await runAsCaller(database, alice, [allNotes]);
      expect(mine?.rows).toEqual([{ body: 'from alice' }]);
      const [other] = await runAsCaller(database, user(BOB), [allNotes]);
      expect(other?.rows).toEqual([{ body: 'from bob' }]);
    }
  });

  it('see nothing of a concurrent caller', async () => {
    const callers = Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? ALICE : BOB));
    const answers = await Promise.all(callers.map((id) => runAsCaller(database, user(id), [allNotes])));
    const seen = answers.map(([result]) => result?.rows);
    expect(seen).toEqual(callers.map((id) => [{ body: id === ALICE ? 'from alice' : 'from bob' }]));
  });

  it('are refused without a grant', async () => {
    await expect(runAsCaller(database, ANON, [allNotes])).rejects.toMatchObject({ code: '42501' });
  });

  it('leave the role, the claims and the search path of the next statement unchanged', async () => {
    await runAsCaller(database, alice, [{ text: 'select 1' }]);
    const settings = `select current_user = session_user as own, current_setting('search_path') as path,
      coalesce(current_setting('request.jwt.claims', true), '') as claims`;
    const [before] = await database.query(settings);
    await runAsCaller(database, alice, [{ text: 'select 1' }], { settings: { search_path: 'auth' } });
    await expect(runAsCaller(database, alice, [{ text: 'select 1/0' }])).rejects.toMatchObject({
      code: '22012',
    });
    expect(await database.query(settings)).toEqual([before]);
    expect(before).toMatchObject({ own: true, claims: '' });
  });

  it('see the additional settings, and return no result for the prepended statement', async () => {
    const read = { text: "select current_setting('request.method') as method, current_user::text as role" };
    const results = await runAsCaller(database, alice, [read], { settings: { 'request.method': 'GET' } });
    expect(results.map(({ rows }) => rows)).toEqual([[{ method: 'GET', role: 'authenticated' }]]);
  });

  it('form one transaction: a later error undoes an earlier write', async () => {
    await expect(runAsCaller(database, alice, [addNote, { text: 'select 1/0' }])).rejects.toMatchObject({
      code: '22012',
    });
    const [result] = await runAsCaller(database, alice, [allNotes]);
    expect(result?.count).toBe(1);
  });

  it('cannot write when read-only, not even through a function', async () => {
    const readOnly = { readOnly: true };
    for (const statement of [addNote, { text: 'select public.add_note()' }]) {
      await expect(runAsCaller(database, alice, [statement], readOnly)).rejects.toMatchObject({
        code: '25006',
      });
      await expect(
        transactionAsCaller(database, alice, (tx) => tx.batch([statement]), readOnly),
      ).rejects.toMatchObject({ code: '25006' });
    }
    await expect(
      runAsCaller(
        database,
        alice,
        [{ text: 'select 1' }, { text: "select set_config('transaction_read_only', 'off', true)" }, addNote],
        readOnly,
      ),
    ).rejects.toMatchObject({ code: '25001' });
  });

  it('are single commands: a second one behind a semicolon is refused', async () => {
    const two = { text: 'reset role; select body from public.notes' };
    await expect(runAsCaller(database, alice, [two])).rejects.toMatchObject({ code: '42601' });
  });
});

describe('a transaction on behalf of a caller', () => {
  it('has the role from the first statement on, for every form of statement', async () => {
    const me = 'select current_user::text as me';
    const whoAmI = await transactionAsCaller(database, alice, async (tx) => [
      await tx.query(me),
      (await tx.exec(me))[0]?.rows,
      (await tx.batch([{ text: me }]))[0]?.rows,
    ]);
    expect(whoAmI).toEqual(Array(3).fill([{ me: 'authenticated' }]));
    const byExec = await transactionAsCaller(database, alice, (tx) => tx.exec(me));
    expect(byExec[0]?.rows).toEqual([{ me: 'authenticated' }]);
  });

  it('is rolled back if its work throws after seeing the result', async () => {
    const work = transactionAsCaller(database, alice, async (tx) => {
      const [result] = await tx.batch([addNote]);
      throw new Error(`affected ${result?.count}`);
    });
    await expect(work).rejects.toThrow('affected 1');
    const [result] = await runAsCaller(database, alice, [allNotes]);
    expect(result?.rows).toEqual([{ body: 'from alice' }]);
  });
});
