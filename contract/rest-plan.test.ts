import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANN, type RestWorld, restWorld } from '#tests/worlds/rest-world.ts';
import { clientOf, JSON_TYPE, refusalOf, send, titlesOf } from './rest-client.ts';

let world: RestWorld;

beforeAll(async () => {
  world = await restWorld({ plans: true });
  await world.sql(`insert into board.tasks (owner_id, title) values ($1, 'kept')`, [ANN]);
});
afterAll(() => world.close());

const ann = () => clientOf(world, 'ann');

describe('a plan, where an operator shows them', () => {
  it('is the text of EXPLAIN, or its JSON', async () => {
    const text = await ann().from('tasks').select('id').eq('title', 'kept').explain();
    expect(text).toMatchObject({ status: 200, error: null });
    expect(text.data).toMatch(/^Aggregate {2}\(cost=[^]*\n.*tasks/);
    const json = await ann()
      .from('tasks')
      .select()
      .explain({ format: 'json', verbose: true, settings: true });
    expect(json.data).toMatchObject([{ Plan: { 'Node Type': 'Aggregate' }, Settings: {} }]);
    const measured = await ann()
      .from('tasks')
      .select()
      .explain({ format: 'json', analyze: true, buffers: true });
    expect(measured.data).toMatchObject([{ Plan: { 'Actual Rows': 1 } }]);
  });

  it('says what it is a plan of', async () => {
    const accept =
      'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object"; options=analyze|wal;';
    const response = await send(world, '/tasks?id=eq.1', { headers: { accept } });
    expect(response.headers.get('content-type')).toBe(
      'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json"; options=analyze|wal; charset=utf-8',
    );
  });

  it('of a write or a call keeps nothing, even if it is measured', async () => {
    expect((await ann().from('tasks').insert({ title: 'x' }).explain({ analyze: true })).data).toMatch(
      /Insert on tasks/,
    );
    expect((await ann().from('tasks').delete().eq('title', 'kept').explain({ analyze: true })).data).toMatch(
      /Delete on tasks/,
    );
    expect((await ann().rpc('add_task', { title: 'x' }).explain({ analyze: true })).status).toBe(200);
    expect((await ann().rpc('tasks_of', { project: 1 }).explain()).data).toMatch(/cost=/);
    expect(await titlesOf(world)).toEqual(['kept']);
  });

  it('needs the rights that the request needs', async () => {
    expect((await ann().from('vault').select().explain()).error?.code).toBe('42501');
    const wal = { headers: { ...JSON_TYPE, accept: 'application/vnd.pgrst.plan; options=wal' } };
    expect(await refusalOf(await send(world, '/tasks', wal))).toMatchObject({ status: 400, code: '22023' });
  });
});
