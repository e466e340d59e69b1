import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ANN, type RestWorld, restWorld } from '#tests/worlds/rest-world.ts';
import { clientOf, emptyBoard, JSON_TYPE, refusalOf, send, titlesOf } from './rest-client.ts';

const LATE = `
  create table board.pairs (id int primary key, other int references board.pairs deferrable initially deferred);
  alter table board.pairs enable row level security;
  create policy everybody on board.pairs for all to authenticated using (true) with check (true);
  grant select, insert on board.pairs to authenticated;`;

let world: RestWorld;

beforeAll(async () => {
  world = await restWorld({ sql: LATE });
});
afterAll(() => world.close());
beforeEach(() => emptyBoard(world));

const ann = () => clientOf(world, 'ann');
const applied = (response: Response): string | null => response.headers.get('preference-applied');

describe('a request that rolls back', () => {
  it('answers as if it had written, and leaves nothing behind', async () => {
    const inserted = await ann().from('tasks').insert({ title: 'new' }).select('title').rollback();
    expect(inserted).toMatchObject({ status: 201, data: [{ title: 'new' }] });
    expect(await ann().from('tasks').insert({ title: 'unseen' }).rollback()).toMatchObject({ status: 201 });
    expect(await ann().rpc('add_task', { title: 'called' }).rollback().select('title')).toMatchObject({
      data: [{ title: 'called' }],
    });
    expect(await titlesOf(world)).toEqual([]);

    await world.sql(`insert into board.tasks (owner_id, title) values ($1, 'old')`, [ANN]);
    const changed = await ann()
      .from('tasks')
      .update({ title: 'x' })
      .eq('title', 'old')
      .select('title')
      .rollback();
    expect(changed.data).toEqual([{ title: 'x' }]);
    const upserted = await ann()
      .from('tasks')
      .upsert({ id: 900, title: 'x' })
      .select('id')
      .rollback()
      .single();
    expect(upserted).toMatchObject({ status: 201, data: { id: 900 } });
    const gone = await ann().from('tasks').delete().eq('title', 'old').select('title').rollback();
    expect(gone.data).toEqual([{ title: 'old' }]);
    expect(await titlesOf(world)).toEqual(['old']);
  });

  it('says so, also when it only reads', async () => {
    const prefer = { prefer: 'return=minimal,tx=rollback' };
    const written = await send(world, '/tasks', {
      method: 'POST',
      body: '{"title":"a"}',
      headers: { ...JSON_TYPE, ...prefer },
    });
    expect([written.status, applied(written)]).toEqual([201, 'return=minimal, tx=rollback']);
    expect(applied(await send(world, '/tasks', { headers: prefer }))).toBe('tx=rollback');
    expect(applied(await send(world, '/tasks', { headers: { prefer: 'tx=commit' } }))).toBe('tx=commit');
  });

  it('is refused for what would be refused at its commit', async () => {
    const { error } = await ann().from('pairs').insert({ id: 1, other: 2 }).rollback();
    expect(error?.code).toBe('23503');
    expect((await ann().from('pairs').insert({ id: 1, other: 1 }).rollback()).status).toBe(201);
  });
});

describe('where an operator decides how requests end', () => {
  it('a rollback may be refused, and is never a commit', async () => {
    const firm = await restWorld({ txEnd: 'commit' });
    expect(await clientOf(firm, 'ann').from('tasks').insert({ title: 'x' }).rollback()).toMatchObject({
      status: 400,
      error: { code: 'PGRST122' },
    });
    expect(await titlesOf(firm)).toEqual([]);
    const kept = await send(firm, '/tasks', { headers: { prefer: 'tx=commit' } });
    expect([kept.status, applied(kept)]).toEqual([200, null]);
    await firm.close();
  });

  it('everything may be rolled back, except what asks for a commit where it may', async () => {
    const trial = await restWorld({ txEnd: 'rollback-allow-override' });
    const post = (title: string, prefer: string) =>
      send(trial, '/tasks', {
        method: 'POST',
        body: JSON.stringify({ title }),
        headers: { ...JSON_TYPE, prefer },
      });
    const tried = await post('tried', 'return=minimal');
    expect([tried.status, applied(tried)]).toEqual([201, 'return=minimal']);
    await post('meant', 'tx=commit');
    expect(await titlesOf(trial)).toEqual(['meant']);
    await trial.close();
  });
});

describe('a time zone', () => {
  const times = (zone: string) =>
    send(world, '/projects?select=created_at', { headers: { prefer: `timezone=${zone}` } });

  it('is that of all times of the answer', async () => {
    await world.sql(`insert into board.projects (owner_id, name) values ($1, 'House')`, [ANN]);
    const west = await times('America/Los_Angeles');
    expect([applied(west), await west.json()]).toEqual([
      'timezone=America/Los_Angeles',
      [{ created_at: '2025-12-31T16:00:00-08:00' }],
    ]);
    // Signs are those of PostgreSQL: hours west of Greenwich.
    expect(await (await times('+05:30')).json()).toEqual([{ created_at: '2025-12-31T18:30:00-05:30' }]);
    const plain = await send(world, '/projects?select=created_at');
    expect(await plain.json()).toEqual([{ created_at: '2026-01-01T00:00:00+00:00' }]);
  });

  it('that is none is refused', async () => {
    expect(await refusalOf(await times('Invalid/Timezone'))).toEqual({
      status: 400,
      code: '22023',
      message: 'invalid value for parameter "TimeZone": "Invalid/Timezone"',
      details: null,
      hint: null,
    });
  });
});
