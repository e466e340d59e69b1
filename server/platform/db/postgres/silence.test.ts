import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { createLog } from '#server/lib/log.ts';
import { databasePlace } from '#tests/engines/database.ts';
import { type DatabaseAddress, openDatabaseAddress } from '#tests/engines/database-address.ts';
import type { DatabasePlace } from '#tests/engines/pglite-template.ts';
import { type Database, DatabaseError } from '../database.ts';
import { openPostgres } from './open-postgres.ts';
import { SilenceWatch } from './silence-watch.ts';

/** Milliseconds after which the silence must be known: a second to the next question, two without an answer, and reserve. */
const KNOWN = 4_000;
const CONNECTIONS = 2;
/** https://www.postgresql.org/docs/current/protocol-message-formats.html#PROTOCOL-MESSAGE-FORMATS-SSLREQUEST */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Through an address that passes nothing on, and closes nothing. Runs with TEST_DATABASE=postgres. */
describe.runIf(inject('postgresUrl'))('a database that is silent', () => {
  let place: DatabasePlace;
  let address: DatabaseAddress;
  let database: Database;
  let reopened: number;
  const lines: string[] = [];

  beforeAll(async () => {
    place = await databasePlace();
    return place.remove;
  });
  beforeEach(async () => {
    address = await openDatabaseAddress(place.place);
    const log = createLog('info', (line) => lines.push(line));
    database = await openPostgres({ url: address.url, maxConnections: CONNECTIONS, log });
    reopened = 0;
    lines.length = 0;
    database.onReopen(() => (reopened += 1));
  });
  afterEach(async () => {
    await database.close(0);
    address.close();
  });

  const ask = () => database.query<{ n: number }>('select 1 as n');
  const dawdle = (seconds: number) => database.query('select pg_sleep($1)', [seconds]);
  /** How it ended, and after how many milliseconds. */
  const outcome = async (work: Promise<unknown>): Promise<readonly [string, number]> => {
    const begun = performance.now();
    const code = await work.then(
      () => 'done',
      (error: unknown) => (error instanceof DatabaseError ? error.code : String(error)),
    );
    return [code, performance.now() - begun];
  };
  const untilRefused = () => vi.waitFor(() => expect(database.isHealthy()).toBe(false), KNOWN);

  it('refuses at once, when that is known, and answers as soon as it speaks', async () => {
    await Promise.all([ask(), ask()]); // both connections are open
    address.fallSilent();
    // The first two are asked, the others wait for a connection.
    const first = Array.from({ length: 2 * CONNECTIONS }, () => outcome(ask()));
    await untilRefused();
    for (const work of first.slice(CONNECTIONS)) expect(await work).toEqual(['57P01', expect.any(Number)]);
    const refused = await Promise.all(Array.from({ length: 50 }, () => outcome(ask())));
    for (const [code, took] of refused) {
      expect(code).toBe('57P01');
      expect(took).toBeLessThan(500);
    }
    address.speakAgain();
    // What was under way is answered, late.
    for (const work of first.slice(0, CONNECTIONS)) expect((await work)[0]).toBe('done');
    await vi.waitFor(() => expect(database.isHealthy()).toBe(true), 1_000);
    expect((await ask())[0]?.n).toBe(1);
    // Somebody may have been refused meanwhile who was told to read.
    expect(reopened).toBe(1);
    expect(lines.join()).toContain('the database is silent');
    expect(lines.join()).toContain('the database answers again');
  });

  it('gives up what is under way after some seconds, and connections that are being made', async () => {
    await ask(); // one connection is open
    address.fallSilent();
    const [[under, tookUnder], [made, tookMade]] = await Promise.all([outcome(ask()), outcome(ask())]);
    expect([under, made]).toEqual(['57P01', '57P01']);
    expect(tookMade).toBeLessThan(KNOWN);
    expect(tookUnder).toBeLessThan(9_000);
    expect((await outcome(ask()))[1]).toBeLessThan(500);
    address.speakAgain();
    await vi.waitFor(async () => expect((await outcome(ask()))[0]).toBe('done'), 5_000);
    await vi.waitFor(() => expect([database.isHealthy(), reopened]).toEqual([true, 1]), 5_000);
  });

  it('is used again over new connections, if those of before stay silent', async () => {
    await Promise.all([ask(), ask()]);
    address.fallSilent('those that are open');
    await untilRefused();
    await vi.waitFor(() => expect(reopened).toBe(1), 10_000);
    expect((await Promise.all([ask(), ask(), ask()])).flat()).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }]);
  });

  it('is not one that is busy with slow statements, while others wait', async () => {
    const slow = Array.from({ length: 3 * CONNECTIONS }, () => outcome(dawdle(2.5)));
    const health = setInterval(() => expect(database.isHealthy()).toBe(true), 100);
    for (const work of slow) expect((await work)[0]).toBe('done');
    clearInterval(health);
    expect(lines.join()).not.toContain('silent');
  });

  it('is not one whose answer this process has not read, because it was busy itself', async () => {
    const { hostname, port } = new URL(place.place);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.on('data', () => {});
    const states: boolean[] = [];
    const watch = new SilenceWatch({
      isAsking: () => true,
      onSilence: () => states.push(true),
      onGivenUp: () => {},
      onAnswer: () => {},
    });
    watch.watch(new Client({ stream: () => socket }));
    watch.start();
    socket.write(SSL_REQUEST); // answered by one byte
    const end = performance.now() + 4_000;
    while (performance.now() < end);
    await sleep(300);
    states.push(watch.isSilent);
    watch.stop();
    socket.destroy();
    expect([socket.bytesRead, states]).toEqual([1, [false]]);
  });
});
