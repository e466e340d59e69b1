import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { z } from 'zod';
import { type S3Server, startS3Server } from '#tests/engines/s3-server.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { appliedOf, makeNextVersion, type Version } from '#tests/fixtures/next-version.ts';
import { howMany, isLong } from '#tests/long-run.ts';
import { openDatabase } from '#tests/programs/open-database.ts';
import { storageUrlOf } from '#tests/worlds/storage-url.ts';
import { untilEnded } from './delegation.ts';
import { type Ear, expectHears, listen } from './ear.ts';
import { expectSoundAccount } from './ledger.ts';
import { type Accepted, expectKept, storyOf, workUntil } from './people-at-work.ts';
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
const ROUNDS = howMany(1, 5);
/** Of the order of blows and of whom they hit. To try an order again, set it. */
const SEED = Number(process.env['FIRE_SEED'] ?? howMany(1, Date.now() % 1_000_000));
/** The folder of an earlier version, installed and built, that changes to the next one and back; unset: this version. */
const EARLIER = process.env['EARLIER_VERSION'];

interface Field {
  readonly processes: Processes;
  readonly store: S3Server;
  readonly next: Version;
  /** The folders of the versions that the processes run. */
  readonly roots: (string | undefined)[];
}

const restart = ({ processes, roots }: Field, at: number): Promise<void> =>
  processes.restart(at, {}, roots[at]);

const stallProgram = async (pid: number): Promise<void> => {
  process.kill(pid, 'SIGSTOP');
  try {
    await sleep(STALL);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
};

const BLOWS: Readonly<Record<string, (field: Field, at: number) => Promise<void>>> = {
  async kill(field, at) {
    await field.processes.all[at]?.kill();
    await restart(field, at);
  },
  stall: ({ processes }, at) => stallProgram(z.int().parse(processes.all[at]?.pid)),
  stop: restart,
  stallStore: ({ store }) => stallProgram(store.pid),
  /** To a version that changes the database, while the others run without that change. */
  async upgrade(field, at) {
    field.next.addMigration();
    field.roots[at] = field.next.root;
    await restart(field, at);
  },
  /** An older program starts on what a newer one has changed. */
  async goBack(field, at) {
    field.roots[at] = EARLIER;
    await restart(field, at);
  },
};

/** Whom each blow hits, in rounds that have each of them once. */
function blows(): [string, number][] {
  const names = Object.keys(BLOWS);
  const round = fc.tuple(
    fc.shuffledSubarray(names, { minLength: names.length }),
    fc.array(fc.nat(COUNT - 1), { minLength: names.length, maxLength: names.length }),
  );
  return fc
    .sample(round, { seed: SEED, numRuns: ROUNDS })
    .flatMap(([order, hit]) => order.map((name, at): [string, number] => [name, hit[at] ?? 0]));
}

/** The embedded database has one process. */
describe.runIf(inject('postgresUrl'))(`three processes that are hit at work (order ${SEED})`, () => {
  let processes: Processes;
  let accepted: readonly Accepted[];
  let ears: readonly Ear[];
  let shop: Shop;
  let store: S3Server;
  let next: Version;

  beforeAll(async () => {
    next = makeNextVersion();
    [shop, store] = await Promise.all([openShop(), startS3Server()]);
    processes = await openProcesses(
      ALL.map(() => ({ AI_MODEL_FAST: 'sim/slow-1500' })),
      undefined,
      { ...shop.env, STORAGE_URL: storageUrlOf(store) },
      EARLIER,
    );
    const field: Field = { processes, store, next, roots: ALL.map(() => EARLIER) };
    const people = await Promise.all([1, 2, 3].map(() => signUp(processes.site)));
    ears = await Promise.all(people.map(listen));
    const end = new AbortController();
    const working = people.map((person) => workUntil(end.signal, processes.site, person, shop));
    // What was being paid at the end is still to be delivered.
    const sold = new AbortController();
    const delivering = shop.deliverTo(processes.site, sold.signal);
    const started = performance.now();
    try {
      for (const [name, at] of blows()) {
        await sleep(PEACE);
        await BLOWS[name]?.(field, at);
      }
    } finally {
      end.abort();
      accepted = await Promise.all(working);
      sold.abort();
      await delivering;
    }
    const breaks = ears.flatMap((ear) => ear.breaks).toSorted((one, other) => one - other);
    const seconds = Math.round((performance.now() - started) / 1_000);
    const story = JSON.stringify({ seconds, ...storyOf(accepted), breaks });
    if (isLong) process.stdout.write(`${story}\n`);
  });
  afterAll(async () => {
    await processes.close();
    await Promise.all([shop.close(), store.close()]);
    next.remove();
  });

  const siteOf = (at: number): Site => processes.siteOf(at);

  it('change the database while older ones run', async () => {
    expect(await appliedOf(processes.database, next)).toEqual(next.added);
    expect(next.added.length).toBeGreaterThan(ROUNDS);
  });

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
      const listener = await personOf(siteOf(at), person?.email ?? '');
      const ear = await listen(listener);
      for (const other of ALL) {
        const writer = await personOf(siteOf(other), listener.email);
        await expectHears(ear, `Made by ${other}`, (title) => addTask(writer, title));
      }
      await listener.client.removeAllChannels();
    }
  });

  it('send them to those who were there all the time', async () => {
    for (const [at, { person }] of accepted.entries()) {
      const ear = ears[at];
      if (!ear) throw new Error('nobody listened');
      await expectHears(ear, 'After the fire', (title) => addTask(person, title));
    }
  });
});

async function statusFor(site: Site, token: string): Promise<number> {
  const headers = { apikey: site.anonKey, authorization: `Bearer ${token}` };
  return (await fetch(`${site.url}/rest/v1/profiles?select=id`, { headers })).status;
}
