import { silentLog } from '#server/lib/log.ts';
import { createChanges } from '#server/platform/db/changes.ts';
import type { Row } from '#server/platform/db/database.ts';
import type { Broadcaster } from '#server/platform/realtime/broadcast/broadcaster.ts';
import { createRealtimeRoom } from '#server/platform/realtime/realtime-room.ts';
import type { RealtimeLimits } from '#server/platform/realtime/socket/limits.ts';
import { testDatabase } from '../engines/database.ts';
import { serveRooms } from './serve-rooms.ts';
import { createTokenIssuer, type Person } from './token-issuer.ts';

export interface RealtimeWorld {
  readonly url: string;
  readonly anonKey: string;
  readonly serviceRoleKey: string;
  readonly broadcaster: Broadcaster;
  /** Another process on the same database, as far as one process can be two. */
  readonly second: { readonly url: string; readonly broadcaster: Broadcaster };
  person(): Promise<Person>;
  tokenFor(person: Person, seconds: number): Promise<string>;
  /** Ends a session the way the auth room does: every process is told. */
  endSession(sessionId: string): void;
  sql(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Many statements without parameters. */
  script(text: string): Promise<void>;
  close(): Promise<void>;
}

export const ALLOWED_ORIGIN = 'https://errand.example';

/** The realtime room over a fresh database on a real port, twice: as two processes would serve it. */
export async function realtimeWorld(limits: Partial<RealtimeLimits> = {}): Promise<RealtimeWorld> {
  const { database, close } = await testDatabase();
  const issuer = await createTokenIssuer(database);
  const { authenticator, liveSessions, keys } = issuer;

  const serve = async () => {
    const changes = createChanges({ database, log: silentLog });
    await changes.start();
    const allowedOrigins = [ALLOWED_ORIGIN];
    const deps = { database, authenticator, liveSessions, changes, log: silentLog, limits, allowedOrigins };
    const room = createRealtimeRoom(deps);
    const served = await serveRooms([room]);
    return {
      url: served.url,
      broadcaster: room.broadcaster,
      close: async () => {
        await served.close();
        await changes.stop();
      },
    };
  };
  const [first, second] = [await serve(), await serve()];

  return {
    url: first.url,
    anonKey: keys.anonKey,
    serviceRoleKey: keys.serviceRoleKey,
    broadcaster: first.broadcaster,
    second,
    person: () => issuer.person(),
    tokenFor: (person, seconds) => issuer.tokenFor(person, seconds),
    endSession: (sessionId) => liveSessions.markEnded([sessionId]),
    sql: (text, values) => database.query(text, values),
    script: async (text) => void (await database.exec(text)),
    async close() {
      await first.close();
      await second.close();
      await issuer.close();
      await close();
    },
  };
}
