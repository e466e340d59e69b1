import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { z } from 'zod';
import { type S3Server, startS3Server } from '#tests/engines/s3-server.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { howMany } from '#tests/long-run.ts';
import { openDatabase } from '#tests/programs/open-database.ts';
import { storageUrlOf } from '#tests/worlds/storage-url.ts';
import { untilEnded } from './delegation.ts';
import { expectSoundAccount } from './ledger.ts';
import { type Accepted, expectKept, workUntil } from './people-at-work.ts';
import { addTask, personOf, type Site, signUp } from './person.ts';
import { openProcesses, type Processes } from './processes.ts';
import { openShop, type Shop } from './shop.ts';

const MINUTE = 60_000;
vi.setConfig({ testTimeout: 20 * MINUTE, hookTimeout: 20 * MINUTE });

const COUNT = 3;
const ALL = Array.from({ length: COUNT }, (_one, at) => at);
/** Milliseconds without an end to any process, between two. */
const PEACE = 1_500;
/** A lease lasts 30 s: the long stall outlives those of the process. */
const STALL = howMany(3_000, 40_000);
/** In the long run, ten minutes. */
const ROUNDS = howMany(1, 7);

type Blow = (processes: Processes, at: number) => Promise<void>;

const kill: Blow = async (processes, at) => {
  await processes.all[at]?.kill();
  await processes.restart(at);
};

const stallProgram = async (pid: number): Promise<void> => {
  process.kill(pid, 'SIGSTOP');
  try {
    await sleep(STALL);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
};
const stall: Blow = ({ all }, at) => stallProgram(z.int().parse(all[at]?.pid));

const stop: Blow = (processes, at) => processes.restart(at);

/** The embedded database has one process. */
describe.runIf(inject('postgresUrl'))('three processes that are killed, stalled and stopped at work', () => {
  let processes: Processes;
  let accepted: readonly Accepted[];
  let shop: Shop;
  let store: S3Server;

  beforeAll(async () => {
    [shop, store] = await Promise.all([openShop(), startS3Server()]);
    processes = await openProcesses(
      ALL.map(() => ({ AI_MODEL_FAST: 'sim/slow-1500' })),
      undefined,
      { ...shop.env, STORAGE_URL: storageUrlOf(store) },
    );
    const people = await Promise.all([1, 2, 3].map(() => signUp(processes.site)));
    const end = new AbortController();
    const working = people.map((person) => workUntil(end.signal, processes.site, person, shop));
    const delivering = shop.deliverTo(processes.site, end.signal);
    const stallStore: Blow = () => stallProgram(store.pid);
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [turn, blow] of [kill, stall, stop, stallStore].entries()) {
          await sleep(PEACE);
          await blow(processes, (round + turn) % COUNT);
        }
      }
    } finally {
      end.abort();
      accepted = await Promise.all(working);
      await delivering;
    }
  });
  afterAll(async () => {
    await processes.close();
    await Promise.all([shop.close(), store.close()]);
  });

  const siteOf = (at: number): Site => processes.siteOf(at);

  it('lose nothing that was accepted', async () => {
    for (const each of accepted) {
      expect([each.titles.size, each.files.size, each.runs.size, each.paid.size]).not.toContain(0);
      await expectKept(each);
    }
  });

  it('do each run once, for one credit', async () => {
    for (const { person, runs } of accepted) {
      for (const id of runs.values()) {
        expect(await untilEnded(person, id, 2 * MINUTE)).toMatchObject({ status: 'succeeded' });
      }
      expect(new Set(runs.values()).size).toBe(runs.size);
      await expectSoundAccount(person);
    }
    const database = await openDatabase(processes.database);
    await assertInvariants(database);
    await database.close();
  });

  it('grant each pack that was paid, once', async () => {
    const database = await openDatabase(processes.database);
    const grantedTo = async (id: string): Promise<string[]> => {
      const rows = await database.query<{ checkout_ref: string }>(
        `select p.checkout_ref from public.purchases p
         join public.credit_grants g on g.user_id = p.user_id and g.source_ref = p.payment_ref
         where p.user_id = $1`,
        [id],
      );
      return rows.map((row) => row.checkout_ref).toSorted();
    };
    for (const { person, paid } of accepted) {
      await expect.poll(() => grantedTo(person.id), { timeout: MINUTE }).toEqual([...paid].toSorted());
    }
    await database.close();
  });

  it('refuse a session that one of them has ended', async () => {
    const tokens = accepted.flatMap(({ endedTokens }) => [...endedTokens]);
    expect(tokens.length).toBeGreaterThan(0);
    for (const at of ALL) {
      for (const token of tokens) expect(await statusFor(siteOf(at), token)).toBe(401);
      const [{ person } = { person: null }] = accepted;
      const { token, client } = await personOf(siteOf(at), person?.email ?? '');
      expect(await Promise.all(ALL.map((other) => statusFor(siteOf(other), token)))).toEqual([200, 200, 200]);
      await client.auth.signOut({ scope: 'local' });
      for (const other of ALL) await expect.poll(() => statusFor(siteOf(other), token)).toBe(401);
    }
  });

  it('send live updates, whichever of them made the change', async () => {
    const [{ person } = { person: null }] = accepted;
    for (const at of ALL) {
      const { client, ...listener } = await personOf(siteOf(at), person?.email ?? '');
      const heard: unknown[] = [];
      const changes = { event: 'INSERT', schema: 'public', table: 'tasks' } as const;
      const channel = client.channel('list').on('postgres_changes', changes, ({ new: row }) => {
        heard.push(row['title']);
      });
      await new Promise<void>((resolve) => {
        channel.subscribe((state) => void (state === 'SUBSCRIBED' && resolve()));
      });
      for (const other of ALL) {
        const writer = await personOf(siteOf(other), listener.email);
        await addTask(writer, `Made by ${other}`);
        await expect.poll(() => heard, { timeout: 10_000 }).toContain(`Made by ${other}`);
      }
      await client.removeAllChannels();
    }
  });
});

async function statusFor(site: Site, token: string): Promise<number> {
  const headers = { apikey: site.anonKey, authorization: `Bearer ${token}` };
  return (await fetch(`${site.url}/rest/v1/profiles?select=id`, { headers })).status;
}
