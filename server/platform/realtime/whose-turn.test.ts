import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { type RealtimeWorld, realtimeWorld } from '#tests/worlds/realtime-world.ts';
import { TurnQueue } from '../db/turns/turn-queue.ts';

let world: RealtimeWorld;
beforeAll(async () => {
  world = await realtimeWorld();
});
afterAll(() => world.close());

// PostgreSQL has separate connections.
it.skipIf(inject('postgresUrl') !== null)(
  'charges a user for the queries of a socket, once a channel has sent their token',
  async () => {
    const take = vi.spyOn(TurnQueue.prototype, 'take');
    const person = await world.person();
    const client = createClient(world.url, world.anonKey);
    await client.realtime.setAuth(person.token);
    take.mockClear();
    const status = await new Promise((resolve) =>
      client.channel('room', { config: { private: true } }).subscribe(resolve),
    );
    const payers = new Set(take.mock.calls.map(([name]) => name));
    expect([status, [...payers]]).toEqual(['CHANNEL_ERROR', [person.id]]);
    await client.removeAllChannels();
  },
);
