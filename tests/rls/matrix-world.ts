import { randomUUID } from 'node:crypto';
import { silentLog } from '#server/lib/log.ts';
import { runAsCaller } from '#server/platform/db/as-caller.ts';
import { ANON, type Caller } from '#server/platform/db/caller.ts';
import type { Database, Row } from '#server/platform/db/database.ts';
import { type Authenticator } from '#server/platform/http/tokens/authentication.ts';
import { createRestRoom } from '#server/platform/rest/rest-room.ts';
import { testDatabase } from '../engines/database.ts';
import { OWNERS_PASSWORD } from '../engines/test-owners.ts';
import { callerOf, makeProject, makeTask, makeUser, type TestUser } from '../fixtures/factories.ts';
import { buyPackAndPlan } from '../worlds/billing-world.ts';
import { createProductWorld } from '../worlds/product-world.ts';
import { answering } from '../worlds/scripted-tool.ts';

const CALLERS = ['ann', 'bob', 'guest', 'anon', 'service'] as const;
export type Who = (typeof CALLERS)[number];

export interface Answer {
  readonly status: number;
  readonly text: string;
}

export interface MatrixWorld {
  readonly database: Database;
  readonly ann: TestUser;
  readonly bob: TestUser;
  /** A request to the data API, without a port. */
  send(who: Who, method: string, path: string, body?: unknown, prefer?: string): Promise<Answer>;
  /** How many requests were made so far. */
  calls(): number;
  close(): Promise<void>;
}

/** Ann and Bob have rows in every table; the guest signed in anonymously and has none. */
export async function matrixWorld(): Promise<MatrixWorld> {
  const { database, close } = await testDatabase();
  const [ann, bob] = [await makeUser(database), await makeUser(database)];
  const guest = await makeUser(database, { terms: false });
  for (const user of [ann, bob]) await fillTables(database, user);
  const callers: Record<Who, Caller> = {
    ann: callerOf(ann),
    bob: callerOf(bob),
    guest: guestOf(guest),
    anon: ANON,
    service: { ...ANON, role: 'service_role', claims: { role: 'service_role' } },
  };
  const room = createRestRoom({ database, authenticator: byName(callers), log: silentLog });
  await room.start?.();
  let calls = 0;
  return {
    database,
    ann,
    bob,
    async send(who, method, path, body, prefer) {
      calls += 1;
      const request = new Request(`http://localhost/rest/v1${path}`, {
        method,
        headers: { authorization: who, 'content-type': 'application/json', ...(prefer && { prefer }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const response = await room.handle(request, { ip: '127.0.0.1', requestId: `matrix-${calls}` });
      return { status: response.status, text: await response.text() };
    },
    calls: () => calls,
    async close() {
      await room.stop?.();
      await close();
    },
  };
}

/** By the product's own acts, so that every row is one that really occurs. */
async function fillTables(database: Database, user: TestUser): Promise<void> {
  const project = await makeProject(database, user);
  await makeTask(database, user, { projectId: project });
  const deleted = await makeTask(database, user);
  await runAsCaller(database, callerOf(user), [
    { text: 'delete from public.tasks where id = $1', values: [deleted] },
  ]);
  const world = createProductWorld(database, { limits: { drain: 0 } });
  const made = { name: 'a.png', type: 'image/png', bytes: Buffer.from('a picture') };
  world.tool.script = [
    async (input, context) => ({ ...(await answering('An answer.')(input, context)), files: [made] }),
  ];
  await world.product.start();
  const { run } = await world.delegate(user, await makeTask(database, user, { projectId: project }));
  await world.reach(run?.id ?? '', 'succeeded');
  await world.call('export-account', user, { password: OWNERS_PASSWORD });
  await world.call('mail-result', user, { run_id: run?.id });
  await world.product.stop();
  await buyPackAndPlan(database, user);
}

function guestOf(user: TestUser): Caller {
  const caller = callerOf(user);
  return { ...caller, claims: { ...caller.claims, is_anonymous: true } };
}

function byName(callers: Record<Who, Caller>): Authenticator {
  const authenticate = (name: string | null) => {
    const who = CALLERS.find((candidate) => candidate === name);
    if (who === undefined) throw new Error(`nobody is called ${name}`);
    return { ok: true, caller: callers[who] } as const;
  };
  return {
    fromRequest: async (request) => authenticate(request.headers.get('authorization')),
    fromToken: async (token) => authenticate(token),
  };
}

export interface CatalogueTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
  /** Foreign keys from or to this table, as embeds. */
  readonly embeds: readonly string[];
}

/** Every table and view of the public schema, as the database knows it. */
export async function publicTables(database: Database): Promise<CatalogueTable[]> {
  return database.query<CatalogueTable & Row>(
    `select c.relname::text as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
       coalesce((select array_agg(a.attname::text order by u.ord) from pg_constraint k
         cross join unnest(k.conkey) with ordinality u(num, ord)
         join pg_attribute a on a.attrelid = c.oid and a.attnum = u.num
         where k.conrelid = c.oid and k.contype = 'p'), '{}') as key,
       coalesce((select array_agg(case when k.conrelid = k.confrelid then t.relname::text
                         else t.relname || '!' || k.conname end) from pg_constraint k
         join pg_class t on t.oid = case when k.conrelid = c.oid then k.confrelid else k.conrelid end
         where k.contype = 'f' and c.oid in (k.conrelid, k.confrelid)
           and t.relnamespace = c.relnamespace), '{}') as embeds
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
     order by c.relname`,
  );
}

export const randomId = (): string => randomUUID();
