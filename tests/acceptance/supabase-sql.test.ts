import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OperatorPlace, operate, runOperator } from '#tests/worlds/operator.ts';
import { UNLIMITED } from '#tests/worlds/server-process.ts';
import { PASSWORD, type Person, signUp } from './person.ts';
import { openProgram, type Program } from './program.ts';

const DOCUMENTS = join(import.meta.dirname, '../fixtures/supabase-sql.sql');

let program: Program;
let place: OperatorPlace;
let folder: string;
let person: Person;
/** By the command line, to the file of SQL. */
let answered: unknown;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'errand-sql-'));
  program = await openProgram({ env: { ...UNLIMITED, DEFAULT_GRANTS: 'supabase' } });
  place = program.place;
  person = await signUp(program);
  await program.server.stop();
  answered = await operate(place, 'sql', '--file', DOCUMENTS);
  await program.start();
});
afterAll(async () => {
  await program?.close();
  rmSync(folder, { recursive: true });
});

/** The official client without types of the schema, which knows none of these tables. */
async function clientOf({ email }: Person) {
  const client = createClient(program.url, program.anonKey, { auth: { persistSession: false } });
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  expect(error).toBeNull();
  return client;
}

function fileOf(sql: string): string {
  const file = join(folder, 'own.sql');
  writeFileSync(file, sql);
  return file;
}

it('SQL as in the documents of Supabase runs unchanged, and is served', async () => {
  expect(answered).toEqual({ statements: expect.any(Number), rows: [{ todos: 0 }] });
  const client = await clientOf(person);
  const added = await client.from('todos').insert({ title: 'Buy oats' }).select().single();
  expect(added.error).toBeNull();
  expect(added.data).toMatchObject({ user_id: person.id, updated_at: expect.stringMatching(/^2020-/) });
  const changed = await client
    .from('todos')
    .update({ title: 'Buy oat milk' })
    .eq('id', added.data.id)
    .select();
  expect(changed.data).toEqual([
    expect.objectContaining({ updated_at: expect.not.stringMatching(/^2020-/) }),
  ]);
  const found = await client.rpc('search_todos', { term: 'Buy oat mlik' }).select('title');
  expect(found).toMatchObject({ error: null, data: [{ title: 'Buy oat milk' }] });
  const visitor = createClient(program.url, program.anonKey, { auth: { persistSession: false } });
  expect((await visitor.from('todos').select()).data).toEqual([]);
});

it('what uses an extension goes on when the setting is gone', async () => {
  await program.server.stop();
  await program.start({ DEFAULT_GRANTS: 'narrow' });
  const client = await clientOf(person);
  expect((await client.from('todos').insert({ title: 'Buy rye' })).error).toBeNull();
  expect((await client.rpc('search_todos', { term: 'Buy rey' }).select('title')).data).toEqual([
    { title: 'Buy rye' },
  ]);
  await program.server.stop();
  await operate(
    { ...place, env: { ...place.env, DEFAULT_GRANTS: 'narrow' } },
    'sql',
    '--file',
    fileOf('create table if not exists public.late (id int)'),
  );
  await program.start();
  const late = await (await clientOf(person)).from('late').select();
  expect(late).toMatchObject({ status: 403, error: { code: '42501' } });
});

it('a file that is refused names its line and leaves nothing, and a running server is not disturbed', async () => {
  const bad = fileOf('create table public.half (id int);\nselect nothing from nowhere;');
  const answer = await runOperator(place, ['sql', '--file', bad]);
  if (place.env?.['DATABASE_URL'] === undefined) {
    expect(answer).toMatchObject({ code: 1, err: expect.stringContaining('Stop it first') });
    await program.server.stop();
    expect(await runOperator(place, ['sql', '--file', bad])).toMatchObject(REFUSED);
    await program.start();
  } else expect(answer).toMatchObject(REFUSED);
  const again = await runOperator(place, ['sql', '--file', join(folder, 'missing.sql')]);
  expect(again).toMatchObject({ code: 1, err: expect.stringMatching(/^Couldn't read .*missing\.sql$/m) });
  expect(await runOperator(place, ['sql'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('Which file?'),
  });
  const visitor = createClient(program.url, program.anonKey, { auth: { persistSession: false } });
  expect((await visitor.from('half').select()).error).toMatchObject({ code: 'PGRST205' });
});

const REFUSED = {
  code: 1,
  err: expect.stringMatching(/own\.sql, line 2: relation "nowhere" does not exist \(42P01\)/),
};
