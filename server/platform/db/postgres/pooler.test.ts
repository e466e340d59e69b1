import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createLog, silentLog } from '#server/lib/log.ts';
import { databasePlace, type TestDatabaseOptions } from '#tests/engines/database.ts';
import { type Pooler, pgbouncerVersion, startPooler } from '#tests/engines/pgbouncer.ts';
import type { DatabasePlace } from '#tests/engines/pglite-template.ts';
import { isLong } from '#tests/long-run.ts';
import { describeDatabase } from '../database-contract.ts';
import { openPostgres } from './open-postgres.ts';

const version = pgbouncerVersion();
/** From this version on it can keep prepared statements. */
const PREPARING = 121;

/** Runs with TEST_DATABASE=postgres, where PgBouncer is installed. */
describe.runIf(inject('postgresUrl') && version !== null)('through PgBouncer', () => {
  let pooler: Pooler;
  let bySession: Pooler;
  let place: DatabasePlace;

  beforeAll(async () => {
    const url = inject('postgresUrl') ?? '';
    place = await databasePlace();
    pooler = await startPooler(url, { mode: 'transaction', settings: keepingStatements(100) });
    bySession = await startPooler(url, { mode: 'session' });
  });
  afterAll(async () => {
    await Promise.all([pooler.stop(), bySession.stop()]);
    await place.remove();
  });

  describe.runIf(isLong)('in the long run', () => {
    describeDatabase('PostgreSQL, by transaction', {
      async open(options: TestDatabaseOptions = {}) {
        const own = await databasePlace();
        const log = silentLog;
        const url = pooler.addressOf(own.place);
        const database = await openPostgres({ url, directUrl: own.place, log, ...options });
        return {
          database,
          async close() {
            await database.close();
            await own.remove();
          },
        };
      },
      async interrupt(database) {
        await database.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        );
      },
    });
  });

  it('by transaction, without a direct address: says what is missing', async () => {
    const opening = openPostgres({ url: pooler.addressOf(place.place), log: silentLog });
    await expect(opening).rejects.toThrow('DATABASE_URL leads to a connection pooler in transaction mode');
  });

  it('by transaction, also as the direct address: says so', async () => {
    const url = pooler.addressOf(place.place);
    const opening = openPostgres({ url: place.place, directUrl: url, log: silentLog });
    await expect(opening).rejects.toThrow('DATABASE_DIRECT_URL leads to a connection pooler');
  });

  it('refuses a direct address of another database', async () => {
    const other = await databasePlace();
    const url = pooler.addressOf(place.place);
    const opening = openPostgres({ url, directUrl: other.place, log: silentLog });
    await expect(opening).rejects.toThrow('lead to different databases');
    await other.remove();
  });

  it('by session: needs no other address, and has the same settings', async () => {
    const database = await openPostgres({ url: bySession.addressOf(place.place), log: silentLog });
    const heard = Promise.withResolvers<string>();
    await database.listen('news', heard.resolve);
    await database.query("select pg_notify('news', 'by session')");
    expect(await heard.promise).toBe('by session');
    expect(await database.query(SETTINGS)).toEqual(USUAL);
    await database.close();
  });

  it('by transaction, each transaction has the same settings as without', async () => {
    const url = pooler.addressOf(place.place);
    const database = await openPostgres({ url, directUrl: place.place, log: silentLog });
    expect(await database.query(SETTINGS)).toEqual(USUAL);
    expect(await database.transaction((tx) => tx.query(SETTINGS))).toEqual(USUAL);
    await database.close();
    const direct = await openPostgres({ url: place.place, log: silentLog });
    expect(await direct.query(SETTINGS)).toEqual(USUAL);
    await direct.close();
  });

  it('that keeps no prepared statements: never runs another client’s, and says that it is slower', async () => {
    const plain = await startPooler(inject('postgresUrl') ?? '', {
      mode: 'transaction',
      settings: keepingStatements(0),
    });
    const lines: string[] = [];
    const log = createLog('warn', (line) => lines.push(line));
    const options = { url: plain.addressOf(place.place), directUrl: place.place, log };
    const [one, other] = await Promise.all([openPostgres(options), openPostgres(options)]);
    expect(lines.join()).toContain('PgBouncer 1.21 and newer does, with max_prepared_statements');
    for (let round = 0; round < 20; round += 1) {
      const asked = [
        one.query('select $1::int + 1 as n', [round]),
        other.query('select $1::int * 2 as n', [round]),
      ];
      expect(await Promise.all(asked)).toEqual([[{ n: round + 1 }], [{ n: round * 2 }]]);
    }
    await Promise.all([one.close(), other.close()]);
    await plain.stop();
  });

  it.runIf((version ?? 0) >= PREPARING)(
    'whose statements are older than a change of their table: asks anew',
    async () => {
      const url = pooler.addressOf(place.place);
      const database = await openPostgres({ url, directUrl: place.place, log: silentLog });
      await database.exec('create table grown (a int); insert into grown values (1)');
      const read = () => Promise.all(Array.from({ length: 8 }, () => database.query('select * from grown')));
      await read();
      await database.exec('alter table grown add b int default 2');
      for (let round = 0; round < 3; round += 1) {
        expect(new Set((await read()).map((rows) => JSON.stringify(rows)))).toEqual(
          new Set(['[{"a":1,"b":2}]']),
        );
      }
      await database.close();
    },
  );
});

const keepingStatements = (count: number): string[] =>
  (version ?? 0) >= PREPARING ? [`max_prepared_statements = ${count}`] : [];

const SETTINGS = `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
  current_setting('search_path') as path, current_setting('TimeZone') as zone, current_setting('jit') as jit,
  current_setting('idle_in_transaction_session_timeout') as idle, current_setting('client_encoding') as encoding`;
const USUAL = [
  { statement: '10s', lock: '5s', path: 'public', zone: 'UTC', jit: 'off', idle: '2min', encoding: 'UTF8' },
];
