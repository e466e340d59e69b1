import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '#server/lib/log.ts';
import type { Row } from '#server/platform/db/database.ts';
import type { StorageLimits } from '#server/platform/storage/storage-parts.ts';
import { createStorageRoom } from '#server/platform/storage/storage-room.ts';
import { createDiskStore } from '#server/providers/object-store/disk.ts';
import type { ObjectStore } from '#server/providers/object-store/object-store.ts';
import { testDatabase } from '../engines/database.ts';
import { serveRooms } from './serve-rooms.ts';
import { createTokenIssuer, type Person } from './token-issuer.ts';

export interface StorageWorld {
  readonly url: string;
  readonly anonKey: string;
  readonly serviceRoleKey: string;
  person(): Promise<Person>;
  tokenFor(person: Person, seconds: number): Promise<string>;
  endSession(sessionId: string): void;
  sql(text: string, values?: readonly unknown[]): Promise<Row[]>;
  script(text: string): Promise<void>;
  /** Files in the object store, finished or not. */
  files(): Promise<string[]>;
  close(): Promise<void>;
}

/** The storage room over a fresh database and a folder of its own, on a real port. */
export async function storageWorld(
  limits: Partial<StorageLimits> = {},
  /** What stands between the room and the folder. */
  throughWhich: (store: ObjectStore) => ObjectStore = (store) => store,
): Promise<StorageWorld> {
  const { database, close } = await testDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'errand-storage-'));
  const issuer = await createTokenIssuer(database);
  const { authenticator, liveSessions, keys } = issuer;
  const room = createStorageRoom({
    database,
    authenticator,
    liveSessions,
    objectStore: throughWhich(await createDiskStore({ folder })),
    linkSecret: keys.secretFor('storage-links'),
    log: silentLog,
    limits,
  });
  const served = await serveRooms([room]);
  return {
    url: served.url,
    anonKey: keys.anonKey,
    serviceRoleKey: keys.serviceRoleKey,
    person: () => issuer.person(),
    tokenFor: (person, seconds) => issuer.tokenFor(person, seconds),
    endSession: (sessionId) => liveSessions.markEnded([sessionId]),
    sql: (text, values) => database.query(text, values),
    script: async (text) => void (await database.exec(text)),
    async files() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    },
    async close() {
      await served.close();
      await issuer.close();
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
