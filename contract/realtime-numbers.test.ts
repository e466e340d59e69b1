import { randomInt } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closeRawSockets, openRaw } from '#tests/fixtures/raw-socket.ts';
import { type RealtimeWorld, realtimeWorld } from '#tests/worlds/realtime-world.ts';
import type { Person } from '#tests/worlds/token-issuer.ts';
import { clientOf, closeClients, until } from './realtime-client.ts';
import { follow, titles } from './realtime-notes.ts';

/** Two keys that are one number to JavaScript; others in each test, because of what is still told of the last one. */
function twins(): [long: string, next: string] {
  const key = 2n ** 53n + 4n * BigInt(randomInt(1_000_000_000));
  return [String(key), String(key + 1n)];
}

let world: RealtimeWorld;
let ann: Person;
let eve: Person;

beforeAll(async () => {
  world = await realtimeWorld();
  await world.script(`
    create schema live;
    grant usage on schema live to authenticated;
    create table live.accounts (id bigint primary key, owner uuid not null, title text, balance numeric, details jsonb);
    alter table live.accounts enable row level security;
    create policy own on live.accounts for select to authenticated using (owner = auth.uid());
    grant select on live.accounts to authenticated;
    alter publication supabase_realtime add table live.accounts;
    create policy receive on realtime.messages for select to authenticated using (realtime.topic() = 'bids')`);
  [ann, eve] = [await world.person(), await world.person()];
});
afterEach(async () => {
  closeRawSockets();
  await closeClients();
});
afterAll(() => world.close());

const add = (id: string, owner: Person, title: string, balance = '0') =>
  world.sql(`insert into live.accounts values ($1, $2, $3, $4, '{"deep": [12345678901234567.10]}')`, [
    id,
    owner.id,
    title,
    balance,
  ]);

describe('a key with more digits than a JavaScript number', () => {
  it('is not taken for its neighbour: nobody is told of the row of somebody else', async () => {
    const [LONG, NEXT] = twins();
    await add(LONG, eve, 'of eve');
    const events = await follow(await clientOf(world, eve), { table: 'accounts' });
    await add(NEXT, ann, 'of ann');
    await world.sql(`update live.accounts set title = 'changed' where id = $1`, [NEXT]);
    await add(twins()[0], eve, 'the end');
    await until(() => titles(events).includes('the end'));
    expect(titles(events)).toEqual(['the end']);
  });

  it('is not taken for its neighbour by filters', async () => {
    const [LONG, NEXT] = twins();
    const client = await clientOf(world, ann);
    const [all, same, others, behind, balance] = [
      await follow(client, { table: 'accounts' }),
      await follow(client, { table: 'accounts', filter: `id=eq.${NEXT}` }),
      await follow(client, { table: 'accounts', filter: `id=neq.${NEXT}` }),
      await follow(client, { table: 'accounts', filter: `id=gt.${LONG}` }),
      await follow(client, { table: 'accounts', filter: 'balance=eq.12.5' }),
    ];
    await add(LONG, ann, 'first', '12.500');
    await add(NEXT, ann, 'second', '12.50000000000000000001');
    await until(() => all.length === 2);
    expect([same, others, behind, balance].map(titles)).toEqual([
      ['second'],
      ['first'],
      ['second'],
      ['first'],
    ]);
  });
});

describe('what is sent', () => {
  it('has every digit of a changed row', async () => {
    const [, NEXT] = twins();
    const socket = await openRaw(world);
    const texts: string[] = [];
    socket.socket.on('message', (text: Buffer) => texts.push(text.toString()));
    await socket.join('1', 'rows', {
      access_token: ann.token,
      config: { postgres_changes: [{ event: '*', schema: 'live', table: 'accounts' }] },
    });
    await add(NEXT, ann, 'exact', '1234567890.12345678901');
    await until(() => socket.heard('postgres_changes').length === 1);
    await world.sql('delete from live.accounts where id = $1', [NEXT]);
    await until(() => socket.heard('postgres_changes').length === 2);
    const [inserted, deleted] = texts.filter((text) => text.includes('"postgres_changes",{"ids"'));
    expect(inserted).toContain(
      `"id":${NEXT},"owner":"${ann.id}","title":"exact","balance":1234567890.12345678901,` +
        '"details":{"deep":[12345678901234567.10]}',
    );
    expect(deleted).toContain(`"old_record":{"id":${NEXT}}`);
  });

  it('has every digit of a message from SQL, live and replayed', async () => {
    const [, NEXT] = twins();
    const since = Date.now() - 60_000;
    const heard = async (config: object): Promise<string[]> => {
      const socket = await openRaw(world);
      const texts: string[] = [];
      socket.socket.on('message', (text: Buffer) => texts.push(text.toString()));
      await socket.join('1', 'bids', { access_token: ann.token, config: { private: true, ...config } });
      return texts;
    };
    const live = await heard({});
    await world.sql(`select realtime.send('{"amount": ${NEXT}}', 'bid', 'bids')`);
    const told = (texts: string[]): boolean => texts.some((text) => text.includes(`"amount":${NEXT}`));
    await until(() => told(live));
    const replayed = await heard({ broadcast: { replay: { since } } });
    await until(() => told(replayed));
    expect([told(live), told(replayed)]).toEqual([true, true]);
  });
});
