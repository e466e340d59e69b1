import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, vi } from 'vitest';
import { z } from 'zod';
import { accepted, callFunction, untilEnded } from '../delegation.ts';
import { addTask, PASSWORD, type Person, signUp } from '../person.ts';
import { openProgram, type Program } from '../program.ts';

/** Stands in everything that Ann has written: an answer to anybody else that holds it is a leak. */
export const SECRET = 'violet-lighthouse';

/** Two people who have nothing to do with each other, with a row of each in every table. */
export interface TwoUsers {
  readonly program: Program;
  readonly ann: Person;
  readonly ben: Person;
  /** The key of one row of Ann's, by table. */
  readonly rowsOfAnn: Readonly<Record<string, string>>;
  /** The key of one row of Ben's, by table. */
  readonly rowsOfBen: Readonly<Record<string, string>>;
}

/** Only an operator reads these, and no row is anybody's: tests/rls asks about them. */
const OPERATORS = ['redeem_codes'];

/** Every table of the data API, as the migrations leave it: a new one is asked about without being named here. */
export const TABLES: readonly string[] = [
  ...readFileSync(new URL('../../../database/schema.sql', import.meta.url), 'utf8').matchAll(
    /^create (?:table|view) public\.(\w+)/gm,
  ),
]
  .map(([, name = '']) => name)
  .filter((name) => !OPERATORS.includes(name));

/** The column that names a row, where it is not `id`, and the one that names its owner, where it is not `user_id`. */
const KEYS: Readonly<Record<string, string>> = {
  ai_run_events: 'run_id',
  search_words: 'item_id',
  user_settings: 'user_id',
};
export const keyOf = (table: string): string => KEYS[table] ?? 'id';
export const ownerOf = (table: string): string => (table === 'profiles' ? 'id' : 'user_id');

export async function openTwoUsers(): Promise<TwoUsers> {
  const program = await openProgram();
  try {
    const [ann, ben] = await Promise.all([signUp(program), signUp(program)]);
    const [rowsOfAnn, rowsOfBen] = await Promise.all([
      fill(program, ann, SECRET),
      fill(program, ben, 'an open book'),
    ]);
    return { program, ann, ben, rowsOfAnn, rowsOfBen };
  } catch (error) {
    await program.close(); // the caller has nothing to close yet
    throw error;
  }
}

/** Lives a little, so that every table holds something. Fails where one does not. */
async function fill(program: Program, person: Person, word: string): Promise<Record<string, string>> {
  const { client, id } = person;
  const project = await client
    .from('projects')
    .insert({ name: `Project ${word}`, description: word, user_id: id })
    .select('id')
    .single();
  expect(project.error).toBeNull();
  const gone = await addTask(person, `Gone ${word}`);
  expect((await client.from('tasks').delete().eq('id', gone)).error).toBeNull();
  const task = await addTask(person, `Task ${word}`);
  await client
    .from('tasks')
    .update({ project_id: z.string().parse(project.data?.id) })
    .eq('id', task);
  const run = await accepted(program, person, task);
  expect(await untilEnded(person, run.id)).toMatchObject({ status: 'succeeded' });
  const picture = await accepted(program, person, await addTask(person, `Picture ${word}`), {
    ai_task_type: 'create_image',
  });
  expect(await untilEnded(person, picture.id)).toMatchObject({ status: 'succeeded' });
  expect(await callFunction(program, 'mail-result', person, { run_id: run.id })).toMatchObject({
    status: 202,
  });
  await buyPlan(program, person);
  await exportAccount(program, person);
  return Object.fromEntries(
    await Promise.all(TABLES.map(async (table) => [table, await anyRow(program, person, table)])),
  );
}

/** On the test checkout. Its message comes by way of the queue. */
async function buyPlan(program: Program, person: Person): Promise<void> {
  const { body } = await callFunction(program, 'checkout', person, { item: 'start_monthly' });
  const ref = new URL(z.object({ url: z.string() }).parse(body).url).searchParams.get('ref');
  const paid = await ask(program, null, `/local/checkout/${ref}`, { method: 'POST', body: { act: 'pay' } });
  expect(paid.status, paid.body).toBe(200);
  await until(async () => (await person.client.from('subscriptions').select('id')).data?.length === 1);
}

async function exportAccount(program: Program, person: Person): Promise<void> {
  const { status } = await callFunction(program, 'export-account', person, { password: PASSWORD });
  expect(status).toBe(202);
  const states = () => person.client.from('account_exports').select('status');
  await until(async () => (await states()).data?.[0]?.status === 'ready');
}

const until = (isSo: () => Promise<boolean>): Promise<void> =>
  vi.waitFor(async () => expect(await isSo()).toBe(true), { interval: 50, timeout: 200_000 });

async function anyRow(program: Program, person: Person, table: string): Promise<string> {
  const { body } = await ask(program, person, `/rest/v1/${table}?limit=1&select=key:${keyOf(table)}`);
  return (
    z
      .array(z.object({ key: z.string() }), `a row in ${table}`)
      .min(1)
      .parse(JSON.parse(body))[0]?.key ?? ''
  );
}

export interface Asked {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Question {
  readonly method?: string;
  /** Sent as JSON; a text is sent as it is, as a file would be. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A person, or null for a visitor who has only the public key. */
export type Caller = Person | null;

/** What differs between any two answers. */
const OWN_TO_EACH_ANSWER = new Set(['date', 'x-request-id']);

export async function ask(
  { url, anonKey }: Program,
  caller: Caller,
  path: string,
  { method = 'GET', body, headers = {} }: Question = {},
): Promise<Asked> {
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      apikey: anonKey,
      authorization: `Bearer ${caller?.token ?? anonKey}`,
      ...(body === undefined
        ? {}
        : { 'content-type': typeof body === 'string' ? 'text/csv' : 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const told = [...response.headers].filter(([name]) => !OWN_TO_EACH_ANSWER.has(name));
  return { status: response.status, headers: Object.fromEntries(told), body: await response.text() };
}

/** Asks the same about something of Ann's and about nothing at all, and gets the same answer, to the letter. */
export async function expectNoDifference(
  ofAnn: string,
  about: (id: string) => Promise<Asked>,
): Promise<Asked> {
  const nobodys = randomUUID();
  const [known, unknown] = [await about(ofAnn), await about(nobodys)];
  expect(known.body).not.toContain(SECRET);
  expect(without(known, ofAnn)).toEqual(without(unknown, nobodys));
  expect(known.status, known.body).not.toBe(500);
  return known;
}

const without = (answer: Asked, id: string): unknown =>
  JSON.parse(JSON.stringify(answer).replaceAll(id, '(id)'));
