import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { howMany } from '#tests/long-run.ts';
import { ANN, BOB, type RestWorld, restWorld } from '#tests/worlds/rest-world.ts';
import { refusalOf, send, type Who } from './rest-client.ts';

let world: RestWorld;

beforeAll(async () => {
  // A busy machine takes ten times as long as a quiet one; what multiplies for ever takes all of it anywhere.
  world = await restWorld({ limits: { read: 20_000, write: 20_000, end: 20_000 } });
  for (const [owner, mark] of [
    [ANN, 'mark-of-ann'],
    [BOB, 'mark-of-bob'],
  ]) {
    await world.sql(
      `insert into board.tasks (owner_id, title, parent_id)
       select $1, $2::text || ' ' || i, null from generate_series(1, 300) i`,
      [owner, mark],
    );
  }
  await world.sql(
    'update board.tasks t set parent_id = (select min(id) from board.tasks p where p.owner_id = t.owner_id)',
  );
});
afterAll(() => world.close());

const list = (length: number, item: (at: number) => string): string =>
  Array.from({ length }, (_, at) => item(at)).join(',');
const nested = (depth: number, name: string): string =>
  `${`${name}(id,`.repeat(depth)}id${')'.repeat(depth)}`;

describe('a dear request', () => {
  it.each([
    ['an exact count behind many conditions', `/tasks?or=(${list(200, (at) => `title.ilike.*${at}*`)})`],
    ['a long list', `/tasks?id=in.(${list(2_000, String)})`],
    ['parents of parents of parents', `/tasks?select=${nested(10, 'parent_id')}`],
    ['children who are parents', `/tasks?select=id,tasks(id,tasks(id))&limit=50`],
    [
      'joins that only filter',
      `/tasks?select=id,parent_id!inner(id,parent_id!inner(id,parent_id!inner(id)))`,
    ],
    ['a far page', '/tasks?offset=1000000000&limit=1'],
    ['a pattern of stars', `/tasks?title=like.${'*a'.repeat(40)}*b`],
    ['an order by what is related', '/tasks?select=id,parent_id(id)&order=parent_id(title).desc,title'],
  ])('for %s ends well, within the time that a request has', async (_what, path) => {
    const response = await send(world, encodeURI(path), { headers: { prefer: 'count=exact' } });
    await response.text();
    expect([200, 206, 416]).toContain(response.status);
  });
});

describe('a request that would multiply for ever', () => {
  let impatient: RestWorld;
  beforeAll(async () => {
    impatient = await restWorld({ limits: { read: 400, write: 10 } });
    const [row] = await impatient.sql(
      'insert into board.projects (owner_id, name) values ($1, $2) returning id',
      [ANN, 'all of it'],
    );
    await impatient.sql(
      'insert into board.tasks (owner_id, project_id) select $1, $2 from generate_series(1, 1000)',
      [ANN, row?.['id']],
    );
  });
  afterAll(() => impatient.close());

  it('is ended, and the next one answered', async () => {
    expect(await refusalOf(await send(impatient, '/rpc/nap?seconds=60'))).toMatchObject({
      status: 504,
      code: '57014',
      hint: 'Ask for fewer rows or relations, or write in smaller steps.',
    });
    expect((await send(impatient, '/labels')).status).toBe(200);
  });

  const IN_TURNS = 'projects(tasks(projects(tasks(projects(tasks(id))))))';
  const outcomeOf = async (path: string, init: Parameters<typeof send>[2] = {}) => {
    const response = await send(impatient, path, init);
    const code = response.ok ? null : (await refusalOf(response)).code;
    return { status: response.status, code };
  };

  it.each([
    ['rows of rows', `/tasks?select=${IN_TURNS}`],
    [
      'rows with rows that are not there',
      '/tasks?select=id,projects!inner(tasks!inner(projects!inner(tasks!inner(id))))&projects.tasks.projects.tasks.title=eq.none',
    ],
    ['counts of counts', '/tasks?select=projects(tasks(projects(tasks(count))))'],
  ])('for %s ends itself, and others are served meanwhile', async (_what, path) => {
    const ended: string[] = [];
    const ask = (who: Who, what: string) =>
      outcomeOf(what, { who }).then((outcome) => {
        ended.push(who);
        return outcome;
      });
    // More than run at once: otherwise all of them end together, at their limit.
    const dear = Array.from({ length: 12 }, () => ask('ann', path));
    for (const { status } of await Promise.all(Array.from({ length: 5 }, () => ask('bob', '/labels'))))
      expect(status).toBe(200);
    for (const { code } of await Promise.all(dear)) expect(code).toBe('57014');
    // The first of them: on a busy machine, the others may take as long as the limit.
    expect(ended.indexOf('bob')).toBeLessThan(ended.lastIndexOf('ann'));
  });

  it('ends itself when it writes, too, and leaves nothing written', async () => {
    const headers = { 'content-type': 'application/json' };
    const before = await impatient.sql('select count(*) from board.tasks');
    for (const [method, path, body] of [
      ['POST', '/tasks', `[${list(5_000, () => '{}')}]`],
      ['PATCH', '/tasks?id=gt.0', '{"priority":4}'],
    ] as const) {
      expect(await outcomeOf(path, { method, headers, body })).toMatchObject({ code: '57014' });
    }
    expect(await impatient.sql('select count(*) from board.tasks')).toEqual(before);
    expect(await impatient.sql('select 1 from board.tasks where priority = 4')).toEqual([]);
  });

  it('because it has too many rows is refused, and says how many it may have', async () => {
    const headers = { 'content-type': 'application/json' };
    const before = await impatient.sql('select count(*) from board.tasks');
    const body = `[${list(5_001, () => '{}')}]`;
    const response = await send(impatient, '/tasks', { method: 'POST', headers, body });
    expect(await refusalOf(response)).toMatchObject({
      status: 413,
      code: 'PGRST102',
      message: 'A request may write 5000 rows at most, and this one has 5001. Send them in several requests.',
    });
    expect(await impatient.sql('select count(*) from board.tasks')).toEqual(before);
  });

  it('because it names one thing again and again is refused', async () => {
    for (const [item, at] of [
      ['title', (n: number) => `a${n}:title`],
      ['projects(name)', (n: number) => `a${n}:projects(name)`],
      ['*', () => '*'],
    ] as const) {
      const path = (count: number) => `/tasks?limit=1&select=${list(count, at)}`;
      expect([item, (await send(impatient, path(3))).status]).toEqual([item, 200]);
      expect([item, await outcomeOf(path(4))]).toMatchObject([item, { status: 400, code: 'PGRST100' }]);
    }
  });

  it.each([
    ['a column', 'a:title,b:title,c:title', 6, 'one column may be shown 20 times: title'],
    ['all columns', '*,*,*', 6, 'one column may be shown 20 times: id'],
    ['parts of a value', list(6, (at) => `title->x->${at}`), 8, 'one column may be shown 50 times: title'],
  ])('because it shows %s on too many levels is refused', async (_what, items, levels, details) => {
    const chain = (length: number): string =>
      `/tasks?limit=1&select=${`${items},parent_id(`.repeat(length - 1)}${items}${')'.repeat(length - 1)}`;
    expect((await send(impatient, chain(levels))).status).toBe(200);
    expect(await refusalOf(await send(impatient, chain(levels + 1)))).toMatchObject({
      status: 400,
      code: 'PGRST100',
      details,
    });
  });

  it('because its rows have more columns than a row can have is refused', async () => {
    await impatient.sql(`create table board.wide (id int primary key, ${list(599, (at) => `c${at} int`)})`);
    await impatient.sql('grant select on board.wide to authenticated');
    expect((await send(impatient, '/wide?select=*,*')).status).toBe(200);
    expect(await refusalOf(await send(impatient, '/wide?select=*,*,*'))).toMatchObject({
      status: 400,
      code: 'PGRST100',
      details: 'a row may have 1600 columns',
    });
  });
});

describe('many at once', () => {
  const TURNS = howMany(600, 1_200);
  const MARKS: Record<string, string> = { ann: 'mark-of-ann', bob: 'mark-of-bob' };

  it("get nobody else's answer, though some fail, some write and some hang up", async () => {
    const foreign: string[] = [];
    let answered = 0;
    const one = async (turn: number): Promise<void> => {
      const who: Who = turn % 2 === 0 ? 'ann' : 'bob';
      const signal = turn % 19 === 0 ? AbortSignal.timeout(1) : null;
      const answer = await requestOf(turn, who, signal).catch((error: unknown) => {
        if (signal?.aborted) return null;
        throw error;
      });
      if (answer === null) return;
      answered += 1;
      const others = who === 'ann' ? MARKS['bob'] : MARKS['ann'];
      if (answer.includes(others ?? '') || answer.includes(who === 'ann' ? BOB : ANN)) foreign.push(answer);
    };
    let turn = 0;
    const worker = async (): Promise<void> => {
      while (turn < TURNS) await one(turn++);
    };
    await Promise.all(Array.from({ length: 24 }, worker));
    expect(foreign).toEqual([]);
    expect(answered).toBeGreaterThan(TURNS * 0.8);
  });

  async function requestOf(turn: number, who: Who, signal: AbortSignal | null): Promise<string> {
    const init = { who, signal, headers: { 'content-type': 'application/json' } };
    const write = { ...init, headers: { ...init.headers, prefer: 'return=representation' } };
    switch (turn % 6) {
      case 0:
        return (await send(world, '/rpc/whoami', init)).text();
      case 1:
        return (await send(world, '/tasks?select=title,owner_id&limit=20', init)).text();
      case 2:
        return (
          await send(world, '/tasks', { ...write, method: 'POST', body: `{"title":"${MARKS[who]} new"}` })
        ).text();
      case 3: // fails in the middle of a transaction
        return (
          await send(world, '/tasks', { ...write, method: 'POST', body: '[{"priority":1},{"priority":"x"}]' })
        ).text();
      case 4:
        return (
          await send(world, `/tasks?title=eq.${MARKS[who]} 7`, {
            ...write,
            method: 'PATCH',
            body: '{"priority":2}',
          })
        ).text();
      default:
        return (await send(world, '/tasks?select=id,parent_id(title)&limit=5', { ...init, who })).text();
    }
  }
});
