import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { copyTemplate, type DatabasePlace } from '#tests/engines/pglite-template.ts';
import { NO_OPTIMISATION } from '#tests/no-optimisation.ts';
import { findDamage, ROWS_SCHEMA, writeRows } from '#tests/programs/rows.ts';
import type { Database } from '../database.ts';
import { openPglite } from './open-pglite.ts';

const PROGRAMS = path.join(import.meta.dirname, '../../../../tests/programs');
const script = new URL(`file://${PROGRAMS}/faulty-worker.ts`);

let template: DatabasePlace;
let folder: string;
const children: ChildProcess[] = [];
const databases: Database[] = [];

beforeEach(async () => {
  template = await copyTemplate();
  folder = template.place;
});
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
  await Promise.all(databases.splice(0).map((database) => database.close()));
  await template.remove();
});

async function open(options: { script?: URL } = {}): Promise<Database> {
  const database = await openPglite({ folder, log: silentLog, ...options });
  databases.push(database);
  return database;
}

/** Starts a process that writes rows from `first` on; `acknowledged` grows while it runs. */
function spawnWriter(
  place: string,
  first: number,
): { child: ChildProcess; lines: string[]; acknowledged: () => number[] } {
  const args = [NO_OPTIMISATION, path.join(PROGRAMS, 'write-rows.ts'), place, `${first}`];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const lines: string[] = [];
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on('line', (line) => lines.push(line));
  }
  return { child, lines, acknowledged: () => lines.filter((line) => /^\d+$/.test(line)).map(Number) };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close'); // its output has been read to the end as well
  child.kill('SIGKILL');
  await closed;
}

describe('a database folder', () => {
  it('is locked against a second process, which does no harm', async () => {
    const database = await open();
    await database.exec(ROWS_SCHEMA);
    const { child, lines } = spawnWriter(folder, 0);
    await once(child, 'close');
    expect(child.exitCode).not.toBe(0);
    expect(lines.join('\n')).toContain(`the database folder ${folder} is in use by another process`);
    await expect(openPglite({ folder, log: silentLog })).rejects.toMatchObject({ code: '55006' });
    await database.query('insert into partners values (1)');
    await database.close();
    const again = await open();
    expect(await again.query('select id from partners')).toEqual([{ id: 1 }]);
  });

  it('with other content is left unchanged', async () => {
    const other = mkdtempSync(path.join(tmpdir(), 'errand-other-'));
    writeFileSync(path.join(other, 'letter.txt'), 'dear');
    await expect(openPglite({ folder: other, log: silentLog })).rejects.toThrow("isn't a database folder");
    expect(existsSync(path.join(other, 'letter.txt'))).toBe(true);
    rmSync(other, { recursive: true });
    rmSync(`${other}.lock`);
  });

  it('is complete or absent when its creator is killed', async () => {
    const fresh = path.join(path.dirname(folder), 'fresh');
    for (const delay of [700, 2_000]) {
      const { child } = spawnWriter(fresh, 0);
      await sleep(delay);
      await kill(child);
      expect(existsSync(fresh)).toBe(existsSync(path.join(fresh, 'PG_VERSION')));
    }
    const database = await openPglite({ folder: fresh, log: silentLog });
    databases.push(database);
    expect(existsSync(`${fresh}.new`)).toBe(false);
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('an acknowledged write', () => {
  it('survives kill -9 during writes, repeatedly', async () => {
    const acknowledged = new Set<number>();
    for (let round = 0; round < 3; round++) {
      const first = round * 100_000;
      const writer = spawnWriter(folder, first);
      await vi.waitFor(() => expect(writer.acknowledged().length).toBeGreaterThan(20), 60_000);
      await sleep(Math.random() * 400);
      await kill(writer.child);
      for (const id of writer.acknowledged()) acknowledged.add(id);
      const database = await open();
      expect(await findDamage(database, acknowledged)).toEqual([]);
      await database.close();
    }
  });

  it('survives the end of the worker during a flush, repeatedly', async () => {
    const database = await open({ script });
    await database.exec(ROWS_SCHEMA);
    const acknowledged = new Set<number>();
    const stop = new AbortController();
    const writing = writeRows(database, 0, (id) => acknowledged.add(id), stop.signal);
    for (let round = 0; round < 4; round++) {
      const before = acknowledged.size;
      await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(before + 50), 60_000);
      await sleep(Math.random() * 200);
      const reopened = new Promise<void>((resolve) => {
        const forget = database.onReopen(() => {
          forget();
          resolve();
        });
      });
      writeFileSync(`${folder}.fault`, 'exit');
      await Promise.race([reopened, writing]);
    }
    stop.abort();
    await writing;
    expect(await findDamage(database, acknowledged)).toEqual([]);
  });

  it('survives a failed flush; the statement it was for has an unknown outcome', async () => {
    const database = await open({ script });
    await database.exec(ROWS_SCHEMA);
    await database.query('insert into partners values (1)');
    writeFileSync(`${folder}.fault`, 'EIO');
    await expect(database.query('insert into partners values (2)')).rejects.toMatchObject({
      code: '57P01',
      details: { unknown: true },
    });
    await database.query('insert into partners values (3)');
    const ids = (await database.query<{ id: number }>('select id from partners order by id')).map(
      ({ id }) => id,
    );
    expect(ids).toEqual(expect.arrayContaining([1, 3]));
    expect(database.isHealthy()).toBe(true);
  });
});

describe('a statement not started when the engine was lost', () => {
  it('is run once by the next engine; an open transaction is rolled back', async () => {
    const database = await open({ script });
    await database.exec(`${ROWS_SCHEMA} create table counted (n int); insert into counted values (0)`);
    const undone = database.transaction(async (tx) => {
      await tx.query('insert into partners values (1)');
      writeFileSync(`${folder}.fault`, 'exit');
    });
    const waiting = Array.from({ length: 100 }, () => database.query('update counted set n = n + 1'));
    await expect(undone).rejects.toMatchObject({ code: '57P01', details: { unknown: true } });
    const settled = await Promise.allSettled(waiting);
    const done = settled.filter(({ status }) => status === 'fulfilled').length;
    expect(done).toBe(100);
    expect(await database.query('select n from counted')).toEqual([{ n: 100 }]);
    expect(await database.query('select id from partners where id <> 1')).toEqual([]);
  });
});
