import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANN, type RestWorld, restWorld } from '#tests/worlds/rest-world.ts';
import { clientOf, refusalOf, send } from './rest-client.ts';

let world: RestWorld;

beforeAll(async () => {
  world = await restWorld();
  await world.sql(
    `insert into board.tasks (owner_id, title) select $1, unnest(array['Call Sam', 'call Kim', 'Buy 3 eggs', 'a,b'])`,
    [ANN],
  );
});
afterAll(() => world.close());

const titles = async (query: string) => {
  const response = await send(world, `/tasks?select=title&order=id&${query}`);
  return response.status === 200
    ? ((await response.json()) as { title: string }[]).map((t) => t.title)
    : response;
};

describe('a regular expression', () => {
  it('finds what matches it, with or without regard to case', async () => {
    const tasks = () => clientOf(world, 'ann').from('tasks').select('title').order('id');
    expect((await tasks().regexMatch('title', '^call')).data).toEqual([{ title: 'call Kim' }]);
    expect((await tasks().regexIMatch('title', '^CALL \\w{3}$')).data).toHaveLength(2);
    expect((await tasks().not('title', 'match', '[0-9]')).data).toHaveLength(3);
    expect((await tasks().or('title.match."^Buy|,",title.imatch.SAM')).data).toHaveLength(3);
  });

  it('may be one of several, or all of them', async () => {
    expect(await titles('title=match(any).{^Buy,"a,b"}')).toEqual(['Buy 3 eggs', 'a,b']);
    expect(await titles('title=imatch(all).{^CALL,kim$}')).toEqual(['call Kim']);
    expect(await titles('title=not.match(any).{a}')).toEqual(['Buy 3 eggs']);
  });

  it('that is none is refused by PostgreSQL', async () => {
    expect(await refusalOf(await send(world, '/tasks?title=match.('))).toMatchObject({
      status: 400,
      code: '2201B',
      message: 'invalid regular expression: parentheses () not balanced',
    });
  });

  it('that could run for minutes is refused, and stops nobody', async () => {
    await world.sql(`insert into board.tasks (owner_id, title) values ($1, repeat('a', 40) || '!')`, [ANN]);
    const dear = [
      'match.(((a%3F){255})%3F){100}',
      'match.^(a*)*(a*)*(a*)*\\1\\2\\3$',
      'match(any).{"(((a%3F){255})%3F){100}"}',
      'match(any).{"\\\\1"}',
      'not.imatch.(%3F=.*z)a',
    ];
    for (const filter of dear) {
      const response = await send(world, `/tasks?title=${filter}`);
      expect(await refusalOf(response)).toMatchObject({ status: 400, code: '2201B' });
      const inside = await send(world, `/projects?select=id,tasks!inner(id)&tasks.title=${filter}`);
      expect(inside.status).toBe(400);
    }
    expect((await send(world, '/tasks?title=match(any).(a)')).status).toBe(400);
  });

  it('among many asks the clock before each', async () => {
    const impatient = await restWorld({ limits: { read: 1, write: 1 } });
    await impatient.sql(`insert into board.tasks (owner_id, title) values ($1, repeat('ab', 200000))`, [ANN]);
    const many = Array.from({ length: 50 }, (_, n) => `title.match."a.{90}c${n}"`).join(',');
    const response = await send(impatient, `/tasks?select=id&or=(${many})`);
    expect(await refusalOf(response)).toMatchObject({ status: 504, code: '57014' });
    await impatient.close();
  });
});
