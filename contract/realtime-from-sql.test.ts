import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closeRawSockets, openRaw } from '#tests/fixtures/raw-socket.ts';
import { type RealtimeWorld, realtimeWorld } from '#tests/worlds/realtime-world.ts';
import type { Person } from '#tests/worlds/token-issuer.ts';
import { clientOf, closeClients, join, until } from './realtime-client.ts';

/** Bids are told to the topic that they name; people write to `topic:` alone, as the trigger does on their behalf. */
const TABLES = `
  create policy receive on realtime.messages for select to authenticated
    using (realtime.topic() like 'topic:%' or realtime.topic() like 'read-only:%');
  create table public.hearers (person uuid primary key);
  grant select on public.hearers to authenticated;
  create policy late on realtime.messages for select to authenticated using (
    realtime.topic() = 'late' and (extension = 'presence' or exists (select from public.hearers where person = auth.uid())));
  create policy send on realtime.messages for insert to authenticated with check (realtime.topic() like 'topic:%');

  create table public.bids (id text primary key, value numeric not null, topic text not null);
  grant select, insert, update, delete on public.bids to authenticated;
  create function public.tell_bids() returns trigger language plpgsql as $$
  begin
    perform realtime.broadcast_changes(coalesce(new.topic, old.topic), tg_op, tg_op, tg_table_name, tg_table_schema, new, old, tg_level);
    return null;
  end
  $$;
  create trigger tell after insert or update or delete on public.bids for each row execute function public.tell_bids();
`;

let world: RealtimeWorld;
let ann: Person;

beforeAll(async () => {
  world = await realtimeWorld();
  await world.script(TABLES);
  ann = await world.person();
});
afterEach(async () => {
  closeRawSockets();
  await closeClients();
});
afterAll(() => world.close());

interface Heard {
  readonly event: string;
  readonly payload: unknown;
  readonly meta: unknown;
}

async function listening(topic: string, options: { vsn?: string; since?: number } = {}): Promise<Heard[]> {
  const { vsn, since } = options;
  const client = await clientOf(world, ann, vsn === undefined ? {} : { vsn });
  const heard: Heard[] = [];
  const channel = client
    .channel(topic, {
      config: { private: true, broadcast: since === undefined ? {} : { replay: { since, limit: 25 } } },
    })
    .on('broadcast', { event: '*' }, ({ event, payload, meta }) => heard.push({ event, payload, meta }));
  await join(channel);
  return heard;
}

/** As a signed-in user, through row-level security: what a trigger does, it does with that user's rights. */
async function asAnn(statement: string): Promise<void> {
  const claims = JSON.stringify({ sub: ann.id, role: 'authenticated' });
  await world.script(
    `begin; set local role authenticated; set local request.jwt.claims = '${claims}'; ${statement}; commit`,
  );
}

describe('realtime.broadcast_changes', () => {
  it('tells a private topic of an insert, an update and a delete', async () => {
    const heard = await listening('topic:lamp');
    const elsewhere = await listening('topic:chair');
    await asAnn(`insert into public.bids values ('b1', 10.50, 'topic:lamp')`);
    await asAnn(`update public.bids set value = 11 where id = 'b1'`);
    await asAnn(`delete from public.bids where id = 'b1'`);
    await until(() => heard.length === 3);
    const [before, after] = [
      { id: 'b1', value: 10.5, topic: 'topic:lamp' },
      { id: 'b1', value: 11, topic: 'topic:lamp' },
    ];
    const place = { id: expect.any(String), table: 'bids', schema: 'public' };
    expect(heard).toEqual([
      {
        event: 'INSERT',
        payload: { ...place, operation: 'INSERT', record: before, old_record: null },
        meta: { id: expect.any(String) },
      },
      {
        event: 'UPDATE',
        payload: { ...place, operation: 'UPDATE', record: after, old_record: before },
        meta: { id: expect.any(String) },
      },
      {
        event: 'DELETE',
        payload: { ...place, operation: 'DELETE', record: null, old_record: after },
        meta: { id: expect.any(String) },
      },
    ]);
    expect(elsewhere).toEqual([]);
  });

  it('sends nothing to a topic that the writer may not write to, and the row is written all the same', async () => {
    const [closed, open] = [await listening('read-only:1'), await listening('topic:1')];
    await asAnn(`insert into public.bids values ('b2', 1, 'read-only:1'), ('b3', 1, 'topic:1')`);
    await until(() => open.length > 0);
    expect([open.length, closed]).toEqual([1, []]);
    expect(await world.sql(`select id from public.bids order by id`)).toEqual([{ id: 'b2' }, { id: 'b3' }]);
  });

  it('of a wrong call says what is wrong with it', async () => {
    const call = (operation: string, level: string) =>
      world.sql(
        `select realtime.broadcast_changes('topic:1', 'x', $1, 't', 's', null::record, null::record, $2)`,
        [operation, level],
      );
    await expect(call('INSERT', 'STATEMENT')).rejects.toThrow(
      'is for triggers FOR EACH ROW, not for each STATEMENT',
    );
    await expect(call('TRUNCATE', 'ROW')).rejects.toThrow('knows no operation TRUNCATE');
  });
});

it('reaches whoever may hear it only since the token was renewed, also where a replay was asked for', async () => {
  const socket = await openRaw(world);
  const config = {
    private: true,
    presence: { enabled: true },
    broadcast: { replay: { since: Date.now() - 60_000 } },
  };
  expect(await socket.join('1', 'late', { config, access_token: ann.token })).toMatchObject({ status: 'ok' });
  await world.sql(`select realtime.send('{}', 'before', 'late')`);
  await world.sql('insert into public.hearers values ($1)', [ann.id]);
  const token = await world.tokenFor(ann, 120);
  socket.send('1', null, 'realtime:late', 'access_token', { access_token: token });
  socket.send('1', '2', 'realtime:late', 'presence', { event: 'untrack' });
  await until(() => socket.replyTo('2') !== undefined);
  await world.sql(`select realtime.send('{}', 'after', 'late')`);
  await until(() => socket.heard('broadcast').length > 0);
  expect(socket.heard('broadcast').map(({ event }) => event)).toEqual(['after']);
});

it('is said to be ready to a client that asks to be told so, and to no other', async () => {
  const socket = await openRaw(world);
  const joined = (ref: string, topic: string, broadcast: object) =>
    socket.join(ref, topic, { config: { private: true, broadcast }, access_token: ann.token });
  expect(await joined('1', 'topic:silent', {})).toMatchObject({ status: 'ok' });
  expect(await joined('2', 'topic:told', { replication_ready: true })).toMatchObject({ status: 'ok' });
  await until(() => socket.heard('system').length > 0);
  expect(socket.heard('system')).toEqual([
    {
      extension: 'system',
      status: 'ok',
      message: 'Replication connection established',
      channel: 'topic:told',
    },
  ]);
});

describe('realtime.send_binary', () => {
  const send = (topic: string, event: string) =>
    asAnn(`select realtime.send_binary('\\xdeadbeef00ff', '${event}', '${topic}')`);
  const bytesIn = (payload: unknown): number[] | null =>
    payload instanceof ArrayBuffer ? [...new Uint8Array(payload)] : null;
  const BYTES = [0xde, 0xad, 0xbe, 0xef, 0x00, 0xff];

  it('carries bytes to clients of version 2; version 1 cannot be told', async () => {
    const [heard, old] = [await listening('topic:b'), await listening('topic:b', { vsn: '1.0.0' })];
    await send('topic:b', 'bytes');
    await asAnn(`select realtime.send('{}', 'end', 'topic:b')`);
    await until(() => heard.length === 2 && old.length > 0);
    expect(heard.map(({ event, payload }) => [event, bytesIn(payload)])).toEqual([
      ['bytes', BYTES],
      ['end', null],
    ]);
    expect(heard[0]?.meta).toEqual({ id: expect.any(String) });
    expect(old.map(({ event }) => event)).toEqual(['end']);
  });

  it('is replayed like every stored message', async () => {
    await send('topic:replay', 'bytes');
    const heard = await listening('topic:replay', { since: Date.now() - 60_000 });
    await until(() => heard.length > 0);
    expect(heard.map(({ event, payload }) => [event, bytesIn(payload)])).toEqual([['bytes', BYTES]]);
    expect(heard[0]?.meta).toEqual({ id: expect.any(String), replayed: true });
  });

  it('sends nothing where the sender may not', async () => {
    const heard = await listening('read-only:b');
    await send('read-only:b', 'bytes');
    await world.sql(`select realtime.send('{}', 'end', 'read-only:b')`);
    await until(() => heard.length > 0);
    expect(heard.map(({ event }) => event)).toEqual(['end']);
  });
});
