import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer } from '#tests/engines/postgres-server.ts';
import { copyPerson } from '#tests/plans/copy-person.ts';
import { EXPLAINING, type LargeOnes, readPlans, WHOLE } from '#tests/plans/read-plans.ts';
import { accepted, untilEnded } from './acceptance/delegation.ts';
import { listen } from './acceptance/ear.ts';
import { addTasks, type Person, personOf, register, visitor } from './acceptance/person.ts';
import { openProcesses, type Processes } from './acceptance/processes.ts';

/** Enough that no plan which reads a table from end to end would be the cheapest. */
const PEOPLE = 1_200;
const TASKS = 100;
/** Rows of a large table. */
const LARGE = 1_000;
/** A prepared statement gets its final plan with its sixth use on a connection. */
const OFTEN = 20;
/** Milliseconds within which PostgreSQL has written its log. */
const WRITTEN = 500;
/** What each act asked when it was last looked at; `WRITE_PLANS=1` writes it anew. */
const FILE = path.join(import.meta.dirname, 'plans/hot-queries.md');

type Act = (person: Person) => Promise<unknown>;

/** What people do most, as the app asks for it. */
const ACTS: Readonly<Record<string, Act>> = {
  'sign in': ({ email }) => personOf(site(), email),
  'open the list': async ({ client }) => {
    const today = new Date().toISOString().slice(0, 10);
    await client.rpc('pending_window', { today, size: 100 }).throwOnError();
    await client.rpc('pending_counts', {}).throwOnError();
  },
  'read the newest tasks': ({ client }) =>
    Promise.resolve(
      client.from('tasks').select('*').order('created_at', { ascending: false }).limit(100).throwOnError(),
    ),
  'open a task': async ({ client, id }) => {
    const { data } = await client.from('tasks').select('id').eq('user_id', id).limit(1).throwOnError();
    await client
      .from('tasks')
      .select('*')
      .eq('id', data[0]?.id ?? '')
      .maybeSingle()
      .throwOnError();
  },
  'search for one': ({ client }) =>
    Promise.resolve(client.rpc('search', { query: 'part 77' }).throwOnError()),
  'search for all': ({ client }) => Promise.resolve(client.rpc('search', { query: 'insur' }).throwOnError()),
  'add a task': (person) => addTasks(person, ['Compare the insurance']),
  'tick a task off': async (person) => {
    const [id = ''] = await addTasks(person, ['Cancel the insurance']);
    await person.client.from('tasks').update({ is_completed: true }).eq('id', id).throwOnError();
  },
  'delete a task': async (person) => {
    const [id = ''] = await addTasks(person, ['Forget the insurance']);
    await person.client.from('tasks').delete().eq('id', id).throwOnError();
  },
  'delegate, and read the answer': async (person) => {
    const [id = ''] = await addTasks(person, ['Compare three providers']);
    const run = await accepted(site(), person, id);
    await untilEnded(person, run.id);
    await person.client
      .from('ai_runs')
      .select('*, ai_run_events(*), ai_responses(*)')
      .eq('id', run.id)
      .maybeSingle()
      .throwOnError();
  },
  'catch up': ({ client }) => Promise.resolve(client.rpc('missed_changes', { seconds: 60 }).throwOnError()),
};

let processes: Processes;
const site = () => processes.siteOf(0);

/** PGlite has the same tables, and nobody has ten million tasks in it. */
describe.runIf(inject('postgresUrl'))('queries of what people do most', () => {
  let postgres: TestServer;
  let people: readonly Person[];
  let large: LargeOnes;
  let asked: Asked;

  beforeAll(async () => {
    postgres = await startTestServer({ settings: EXPLAINING });
    await vi.waitFor(() => sql('select 1'), { interval: 50 });
    processes = await openProcesses([{}], { place: postgres.url, remove: async () => {} });
    const client = visitor(site());
    const { data } = await register(client, 'first@example.org');
    const first = { ...(await personOf(site(), 'first@example.org')), client };
    const titles = Array.from({ length: TASKS }, (_one, at) => `Compare the contents insurance, part ${at}`);
    const tasks = await addTasks(first, titles);
    for (const task of tasks.slice(0, 3)) await untilEnded(first, (await accepted(site(), first, task)).id);
    await copyPerson(postgres.url, z.string().parse(data.user?.id), PEOPLE);
    large = await largeOnes();
    people = await Promise.all(
      Array.from({ length: 8 }, (_one, at) => personOf(site(), `person-${at * 140 + 1}@example.org`)),
    );
    await Promise.all(people.map(listen));
    await sql(`alter system set auto_explain.log_min_duration = 0`);
    await sql('select pg_reload_conf()');
    await sleep(WRITTEN); // until every connection knows
    asked = await askAll();
  });
  afterAll(async () => {
    await processes.close();
    await postgres.stop();
  });

  async function sql(text: string): Promise<unknown[]> {
    const client = new Client(postgres.url);
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  async function largeOnes(): Promise<LargeOnes> {
    const rows = await sql(
      `select c.relname as name, t.relname || coalesce(' by ' || pg_get_indexdef(c.oid, 1, true), '') as label
       from pg_class c left join pg_index i on i.indexrelid = c.oid join pg_class t on t.oid = coalesce(i.indrelid, c.oid)
       where t.reltuples > ${LARGE} and t.relkind = 'r' and t.relnamespace <> 'pg_catalog'::regnamespace`,
    );
    const ones = z.array(z.object({ name: z.string(), label: z.string() })).parse(rows);
    return new Map(ones.map(({ name, label }) => [name, label]));
  }

  /** The ways of each statement of each act. */
  async function askAll() {
    const all = new Map<string, ReadonlyMap<string, ReadonlySet<string>>>();
    let from = 0;
    for (const [name, act] of Object.entries(ACTS)) {
      for (let at = 0; at < OFTEN; at += 1) {
        const person = people[at % people.length];
        if (person) await act(person);
      }
      await sleep(WRITTEN);
      const { queries, to } = readPlans(postgres.data, from, large);
      from = to;
      const statements = Map.groupBy(queries, ({ text }) => text);
      // What comes less often isn't the act's, but of a worker who looks for something to do.
      const own = [...statements].filter(([, each]) => each.length >= OFTEN / 2);
      all.set(name, new Map(own.map(([text, each]) => [text, new Set(each.flatMap(({ ways }) => ways))])));
    }
    return all;
  }

  it('read no large table from end to end', () => {
    const whole = [...asked].flatMap(([act, statements]) =>
      [...statements].flatMap(([text, ways]) =>
        [...ways].filter((way) => way.endsWith(WHOLE)).map((way) => `${act}: ${way}: ${text}`),
      ),
    );
    expect(whole).toEqual([]);
  });

  it('have the plans that are on record', () => {
    const onRecord = () => new Set(readFileSync(FILE, 'utf8').split('\n'));
    if (process.env['WRITE_PLANS'] === '1') writeFileSync(FILE, write(withOthers(asked, onRecord())));
    const known = onRecord();
    expect(linesOf(asked).filter((line) => !known.has(line))).toEqual([]);
  });
});

const INTRODUCTION = `# Plans of hot queries

How the statements of each act reach tables with more than ${LARGE} rows, where ${PEOPLE} people have ${TASKS} tasks each: by
an index, of which the first column is named, or from end to end.
\`tests/hot-queries.test.ts\` holds them to it on PostgreSQL, and writes this file with \`WRITE_PLANS=1\`.
`;

type Asked = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

/** With other ways of the same statements that are known: of equally good indexes, any may be taken. */
function withOthers(asked: Asked, known: ReadonlySet<string>): Asked {
  const others = [...known].flatMap((line) => {
    const [, way, text] = /^- (.+?): `(.*)`$/.exec(line) ?? [];
    return way && text ? [{ way, text }] : [];
  });
  const waysOf = (text: string): string[] =>
    others.filter((other) => other.text === text).map(({ way }) => way);
  return new Map(
    [...asked].map(([act, statements]) => [
      act,
      new Map([...statements].map(([text, ways]) => [text, new Set([...ways, ...waysOf(text)])])),
    ]),
  );
}

const linesOf = (asked: Asked): string[] => [...asked.values()].flatMap(linesOfAct);

const linesOfAct = (statements: ReadonlyMap<string, ReadonlySet<string>>): string[] =>
  [...statements].flatMap(([text, ways]) => [...ways].map((way) => `- ${way}: \`${text}\``)).toSorted();

const write = (asked: Asked): string =>
  [
    INTRODUCTION,
    ...[...asked].map(([act, statements]) => `\n## To ${act}\n${linesOfAct(statements).join('\n')}\n`),
  ].join('');
