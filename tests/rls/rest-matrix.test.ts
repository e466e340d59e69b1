import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLOSED, EXPECTATIONS, type Expectation } from './expectations.ts';
import {
  type Answer,
  type CatalogueTable,
  type MatrixWorld,
  matrixWorld,
  publicTables,
  randomId,
  type Who,
} from './matrix-world.ts';

/** Callers x acts x tables over the data API: nobody reads, changes or even detects a row of somebody else. */

let world: MatrixWorld;
let tables: ReadonlyMap<string, CatalogueTable>;
/** Everything that is Ann's before any act, by table; none of the acts below may change it. */
let before: Record<string, unknown>;
/** The ids in Ann's rows: an answer that holds one of them has given something away. */
let annsIds: ReadonlySet<string>;

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const STRANGERS = ['bob', 'guest', 'anon'] as const;

beforeAll(async () => {
  world = await matrixWorld();
  tables = new Map((await publicTables(world.database)).map((table) => [table.name, table]));
  before = await annsRows();
  annsIds = new Set(JSON.stringify(before).match(UUID));
});
afterAll(() => world.close());

async function annsRows(): Promise<Record<string, unknown>> {
  const rows: Record<string, unknown> = {};
  for (const [table, { owner }] of Object.entries(EXPECTATIONS)) {
    rows[table] = await world.database.query(
      `select * from public.${table} t where ${owner} = $1 order by t`,
      [world.ann.id],
    );
  }
  return rows;
}

function tableOf(name: string): CatalogueTable {
  const table = tables.get(name);
  if (table === undefined) throw new Error(`there is no table ${name}`);
  return table;
}

/** The primary key of one of Ann's rows, and one like it of no row at all. */
async function keysOf(
  name: string,
): Promise<{ hers: Record<string, unknown>; nobodys: Record<string, unknown> }> {
  const { key } = tableOf(name);
  const { owner } = expectationOf(name);
  const sql = `select ${key.join(', ')} from public.${name} where ${owner} = $1 limit 1`;
  const [hers = {}] = await world.database.query<Record<string, unknown>>(sql, [world.ann.id]);
  const fresh = (value: unknown): unknown => (typeof value === 'string' ? randomId() : value);
  return {
    hers,
    nobodys: Object.fromEntries(Object.entries(hers).map(([column, value]) => [column, fresh(value)])),
  };
}

function expectationOf(name: string): Expectation {
  const expectation = EXPECTATIONS[name];
  if (expectation === undefined) throw new Error(`nothing is expected of the table ${name}`);
  return expectation;
}

const filterOf = (key: Record<string, unknown>): string =>
  Object.entries(key)
    .map(([column, value]) => `${column}=eq.${String(value)}`)
    .join('&');

/** The same act on a row of Ann's and on none: the two answers must be the same, byte for byte. */
async function expectIndistinguishable(
  name: string,
  act: (key: Record<string, unknown>) => Promise<Answer>,
): Promise<Answer> {
  const { hers, nobodys } = await keysOf(name);
  const [onHers, onNone] = [await act(hers), await act(nobodys)];
  expect(nameless(onHers, hers)).toEqual(nameless(onNone, nobodys));
  return onHers;
}

function nameless({ status, text }: Answer, key: Record<string, unknown>): Answer {
  const ids = Object.values(key).filter((value) => typeof value === 'string');
  return { status, text: ids.reduce((rest, id) => rest.replaceAll(id, 'ID'), text) };
}

function expectNothingOfHers({ text }: Answer): void {
  const shown = (text.match(UUID) ?? []).filter((id) => annsIds.has(id));
  expect(shown).toEqual([]);
}

/** Refused for want of a right, in a way that anon can do something about. */
function expectRefused(who: Who, { status, text }: Answer): void {
  expect(status).toBe(who === 'anon' ? 401 : 403);
  expect(JSON.parse(text)).toMatchObject({ code: '42501' });
}

const WRITES = ['return=minimal', 'return=representation', 'return=minimal,count=exact'];

it("has an expectation for every table and view, and a row of Ann's in each", () => {
  expect([...tables.keys()].sort()).toEqual([...Object.keys(EXPECTATIONS), ...CLOSED].sort());
  for (const [table, rows] of Object.entries(before)) expect(rows, table).not.toEqual([]);
});

it('shows the service role the rows of everybody', async () => {
  for (const [name, { owner }] of Object.entries(EXPECTATIONS)) {
    const { text } = await world.send('service', 'GET', `/${name}?select=${owner}`);
    for (const user of [world.ann, world.bob]) expect(text, name).toContain(user.id);
  }
});

describe.each(Object.keys(EXPECTATIONS))('%s', (name) => {
  const { owner, insert, update, canDelete, anon } = expectationOf(name);

  it('shows everybody their own rows alone', async () => {
    const own = JSON.parse((await world.send('ann', 'GET', `/${name}?select=${owner}`)).text);
    expect(new Set(own.map((row: Record<string, unknown>) => row[owner]))).toEqual(new Set([world.ann.id]));
    for (const who of ['bob', 'guest'] as const) {
      expectNothingOfHers(await world.send(who, 'GET', `/${name}`));
      const foreign = await world.send(who, 'GET', `/${name}?${owner}=eq.${world.ann.id}`);
      expect(foreign).toEqual({ status: 200, text: '[]' });
      await expectIndistinguishable(name, (key) => world.send(who, 'GET', `/${name}?${filterOf(key)}`));
      await expectIndistinguishable(name, (key) =>
        world.send(who, 'HEAD', `/${name}?${filterOf(key)}`, undefined, 'count=exact'),
      );
    }
  });

  it('shows a visitor nothing', async () => {
    const answer = await world.send('anon', 'GET', `/${name}`);
    if (anon === 'nothing') expect(answer).toEqual({ status: 200, text: '[]' });
    else expectRefused('anon', answer);
    await expectIndistinguishable(name, (key) => world.send('anon', 'GET', `/${name}?${filterOf(key)}`));
  });

  it('leads nobody to the rows of another, in any direction', async () => {
    for (const embed of tableOf(name).embeds) {
      const path = `/${name}?select=*,${embed}(*)`;
      const answer = await world.send('bob', 'GET', path);
      expect(answer.status).toBe(200);
      expectNothingOfHers(answer);
      expectNothingOfHers(await world.send('guest', 'GET', path));
      const inner = `/${name}?select=${embed}!inner(*)&${embed.split('!')[0]}.user_id=eq.${world.ann.id}`;
      expect(await world.send('bob', 'GET', inner)).toEqual({ status: 200, text: '[]' });
    }
  });

  it('takes rows from their owner alone, if at all', async () => {
    const own = await world.send('bob', 'POST', `/${name}`, { [owner]: world.bob.id, ...insert });
    if (insert === null) expectRefused('bob', own);
    else expect(own.status).toBe(201);
    for (const who of STRANGERS) {
      for (const prefer of WRITES) {
        for (const owners of [world.ann.id, randomId()]) {
          const row = { [owner]: owners, ...insert };
          expectRefused(who, await world.send(who, 'POST', `/${name}`, row, prefer));
          expectRefused(who, await world.send(who, 'POST', `/${name}`, [row, row], prefer));
        }
      }
    }
  });

  it('is changed by its owner alone, if at all', async () => {
    const own = await world.send(
      'bob',
      'PATCH',
      `/${name}?${owner}=eq.${world.bob.id}`,
      update ?? { [owner]: world.bob.id },
    );
    if (update === null) expectRefused('bob', own);
    else expect(own.status).toBe(204);
    for (const who of STRANGERS) {
      for (const prefer of WRITES) {
        const change = update ?? { [owner]: world.bob.id };
        const answer = await expectIndistinguishable(name, (key) =>
          world.send(who, 'PATCH', `/${name}?${filterOf(key)}`, change, prefer),
        );
        expectNothingOfHers(answer);
        await world.send(who, 'PATCH', `/${name}?${owner}=eq.${world.ann.id}`, change, prefer);
        await world.send(who, 'PATCH', `/${name}?${owner}=not.is.null`, change, prefer);
      }
    }
  });

  it('cannot be handed over', async () => {
    for (const who of ['bob', 'service'] as const) {
      const path = `/${name}?${owner}=eq.${world.bob.id}`;
      expectRefused(who, await world.send(who, 'PATCH', path, { [owner]: world.ann.id }));
    }
  });

  it('cannot be overwritten by an upsert', async () => {
    for (const who of STRANGERS) {
      for (const resolution of ['merge-duplicates', 'ignore-duplicates']) {
        const answer = await expectIndistinguishable(name, (key) =>
          world.send(
            who,
            'POST',
            `/${name}`,
            { ...insert, ...key },
            `resolution=${resolution},return=representation`,
          ),
        );
        expectRefused(who, answer);
        const bulk = [
          { ...insert, [owner]: world.ann.id },
          { ...insert, [owner]: world.bob.id },
        ];
        expectRefused(who, await world.send(who, 'POST', `/${name}`, bulk, `resolution=${resolution}`));
      }
    }
  });

  it('is removed by its owner alone, if at all', async () => {
    for (const who of STRANGERS) {
      for (const prefer of WRITES) {
        const answer = await expectIndistinguishable(name, (key) =>
          world.send(who, 'DELETE', `/${name}?${filterOf(key)}`, undefined, prefer),
        );
        expectNothingOfHers(answer);
        await world.send(who, 'DELETE', `/${name}?${owner}=eq.${world.ann.id}`, undefined, prefer);
      }
    }
    // Everything that can be seen, at last: only Bob's goes.
    const own = await world.send('bob', 'DELETE', `/${name}?${owner}=not.is.null`);
    if (canDelete) expect(own.status).toBe(204);
    else expectRefused('bob', own);
  });

  it('has not changed for Ann', async () => {
    expect(await annsRows()).toEqual(before);
  });
});

describe.each(CLOSED)('%s', (name) => {
  it('is closed to people in every way', async () => {
    for (const who of ['ann', ...STRANGERS] as const) {
      expectRefused(who, await world.send(who, 'GET', `/${name}`));
      expectRefused(who, await world.send(who, 'GET', `/${name}?select=id&limit=0`));
      for (const prefer of WRITES) {
        for (const change of [{}, { id: randomId() }]) {
          expectRefused(who, await world.send(who, 'POST', `/${name}`, change, prefer));
        }
        expectRefused(
          who,
          await world.send(who, 'PATCH', `/${name}?id=not.is.null`, { id: randomId() }, prefer),
        );
        expectRefused(who, await world.send(who, 'DELETE', `/${name}?id=not.is.null`, undefined, prefer));
      }
    }
  });

  it('is read, and not written, by the service role', async () => {
    expect(await world.send('service', 'GET', `/${name}?limit=0`)).toEqual({ status: 200, text: '[]' });
    expectRefused('service', await world.send('service', 'DELETE', `/${name}?id=not.is.null`));
  });
});

it('asked often enough to mean something', () => {
  expect(world.calls()).toBeGreaterThan(500);
});
