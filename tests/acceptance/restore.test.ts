import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { WELCOME_CREDITS } from '#domain/shop/credits.ts';
import { silentLog } from '#server/lib/log.ts';
import { openPostgres } from '#server/platform/db/postgres/open-postgres.ts';
import { type OperatorPlace, operate } from '#tests/worlds/operator.ts';
import { accepted, readRun } from './delegation.ts';
import { creditsLeft, expectSoundAccount } from './ledger.ts';
import { addTask, personOf, signUp } from './person.ts';
import { openProgram, type Program } from './program.ts';

/** Longer than a worker's look for runs that are due. */
const A_WHILE = 3_000;

let program: Program;
let home: string;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'errand-restored-'));
  program = await openProgram({ model: 'sim/slow-60000' });
});
afterEach(async () => {
  await program?.close();
  rmSync(home, { recursive: true });
});

it('who was erased after the backup stays erased, and what was at work is not done twice', async () => {
  const place: OperatorPlace = {
    dataDir: program.place.dataDir,
    env: { ...program.place.env, PORT: new URL(program.url).port },
  };
  const [stays, gone] = [await signUp(program), await signUp(program)];
  const { error } = await gone.client.storage
    .from('task-attachments')
    .upload(`${gone.id}/aaaaaaaaaaaaaaaaaaaaaaaa.txt`, new Blob(['mine'], { type: 'text/plain' }));
  expect(error).toBeNull();
  const secret = `quagswitch${randomUUID().replaceAll('-', '')}`;
  await addTask(gone, `Buy a ${secret}`);
  const run = await accepted(program, stays, await addTask(stays));
  await vi.waitFor(() => expect(program.calls()).toBe(1));
  await program.server.kill();
  const saved = await save(place);
  if (saved.database !== null) expect(filesWith(saved.database, secret)).not.toEqual([]);

  await program.start();
  await operate(place, 'delete-user', gone.email, '--yes');
  await vi.waitFor(() => expect(program.calls()).toBe(2));
  await program.server.kill();
  const calls = program.calls();
  const changes = await saved.restore();
  const restored = { dataDir: changes['DATA_DIR'] ?? place.dataDir, env: { ...place.env, ...changes } };
  await program.start(changes);
  expect(await operate(restored, 'totals')).toMatchObject({ people: 1, files: 0, sessions: 0 });
  if (saved.database !== null) {
    // Neither in a table nor in the log: the erased row was written anew, and not only marked as dead.
    expect(filesWith(join(restored.dataDir, 'database'), secret)).toEqual([]);
  }
  await expect(personOf(program, gone.email)).rejects.toThrow(/credentials/);
  expect((await stays.client.from('tasks').select('id')).error?.message).toMatch(/session/);
  const again = await personOf(program, stays.email);
  expect(await readRun(again, run.id)).toMatchObject({ status: 'failed', error_code: 'interrupted' });
  expect(await creditsLeft(again)).toBe(WELCOME_CREDITS);
  await expectSoundAccount(again);
  await sleep(A_WHILE);
  expect(program.calls()).toBe(calls);
  expect(mailsIn(restored.dataDir)).toEqual([]);
  expect(await operate(restored, 'reconcile')).toMatchObject({ sound: true });
}, 400_000);

const mailsIn = (dataDir: string): string[] => {
  const folder = join(dataDir, 'mailbox');
  return existsSync(folder) ? readdirSync(folder) : [];
};

interface Saved {
  /** The folder of an embedded database in the backup. */
  readonly database: string | null;
  /** Answers what the restored installation is started with. */
  restore(): Promise<Readonly<Record<string, string>>>;
}

/** The files of a folder in which this text is. */
function filesWith(folder: string, text: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name));
  return files.filter((file) => readFileSync(file).includes(text));
}

function save(place: OperatorPlace): Promise<Saved> {
  const serverUrl = inject('postgresUrl');
  return serverUrl === null ? saveFolder(place) : saveOnServer(serverUrl, program.database);
}

async function saveFolder(place: OperatorPlace): Promise<Saved> {
  const [saved, elsewhere] = [join(home, 'saved'), join(home, 'data')];
  await operate(place, 'backup', saved);
  return {
    database: join(saved, 'data/database'),
    async restore() {
      const target = { ...place, dataDir: elsewhere };
      await operate(target, 'restore', saved, '--erased', join(place.dataDir, 'erased-accounts.txt'));
      return { DATA_DIR: elsewhere };
    },
  };
}

/** A copy of the database in the place of a dump of it; the folder stays. Nobody says that it was restored. */
async function saveOnServer(serverUrl: string, address: string): Promise<Saved> {
  const name = new URL(address).pathname.slice(1);
  await onServer(serverUrl, [`create database ${name}_saved template ${name}`]);
  return {
    database: null,
    async restore() {
      await onServer(serverUrl, [
        `drop database ${name} with (force)`,
        `alter database ${name}_saved rename to ${name}`,
      ]);
      return {};
    },
  };
}

async function onServer(url: string, statements: readonly string[]): Promise<void> {
  const server = await openPostgres({ url, log: silentLog, maxConnections: 1 });
  try {
    for (const statement of statements) await server.exec(statement);
  } finally {
    await server.close();
  }
}
