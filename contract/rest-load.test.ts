import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANN, BOB, type RestWorld, restWorld } from '#tests/rest-world.ts';
import { send, type Who } from './rest-client.ts';

let world: RestWorld;

beforeAll(async () => {
  world = await restWorld();
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
  ])('for %s ends soon and well', async (_what, path) => {
    const began = performance.now();
    const response = await send(world, encodeURI(path), { headers: { prefer: 'count=exact' } });
    await response.text();
    expect([200, 206, 416]).toContain(response.status);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it('that is none of these is ended', async () => {
    const began = performance.now();
    const response = await send(world, '/rpc/nap?seconds=60');
    expect(response.status).toBe(500);
    expect(performance.now() - began).toBeLessThan(8_000);
    expect((await send(world, '/labels')).status).toBe(200);
  });
});

describe('many at once', () => {
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
      while (turn < 1_200) await one(turn++);
    };
    await Promise.all(Array.from({ length: 24 }, worker));
    expect(foreign).toEqual([]);
    expect(answered).toBeGreaterThan(1_000);
  }, 120_000);

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
