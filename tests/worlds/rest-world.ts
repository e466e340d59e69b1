import { readFileSync } from 'node:fs';
import { silentLog } from '#server/lib/log.ts';
import type { Caller, DatabaseRole } from '#server/platform/db/caller.ts';
import type { Row } from '#server/platform/db/database.ts';
import { payAs } from '#server/platform/db/turns/payer.ts';
import type { Authentication, Authenticator } from '#server/platform/http/tokens/authentication.ts';
import { createRestRoom, type RestRoomDeps } from '#server/platform/rest/rest-room.ts';
import { testDatabase } from '../engines/database.ts';
import { serveRooms } from './serve-rooms.ts';

export const ANN = '00000000-0000-4000-8000-00000000000a';
export const BOB = '00000000-0000-4000-8000-00000000000b';

export interface RestWorld {
  readonly url: string;
  sql(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** What PostgreSQL answers to somebody with these claims, past the server. */
  as(claims: { readonly role: DatabaseRole; readonly sub?: string }, text: string): Promise<Row[]>;
  close(): Promise<void>;
}

/** The REST room over `rest/rest-board.sql` on a real port. Tokens are names: `ann`, `bob`, `person-1` to `person-7`, `service`, `expired`, `garbage`. */
export async function restWorld({
  sql = '',
  ...options
}: Partial<RestRoomDeps> & { /** Adds to the board. */ sql?: string } = {}): Promise<RestWorld> {
  const { database, close } = await testDatabase();
  for (const file of ['rest/rest-board.sql', 'rest/rest-relations.sql']) {
    await database.exec(readFileSync(new URL(`../fixtures/${file}`, import.meta.url), 'utf8'));
  }
  await database.exec(sql);
  await database.query('insert into board.people values ($1, $2, 31), ($3, $4, null)', [
    ANN,
    'Ann',
    BOB,
    'Bob',
  ]);
  const room = createRestRoom({
    database,
    authenticator: namedTokens,
    log: silentLog,
    schemas: ['board', 'annex'],
    ...options,
  });
  const served = await serveRooms([room]);
  return {
    url: served.url,
    sql: (text, values) => database.query(text, values),
    async as(claims, text) {
      const settings = `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)`;
      const values = [claims.role, JSON.stringify(claims)];
      const results = await database.batch([{ text: settings, values }, { text }]);
      return results.at(-1)?.rows ?? [];
    },
    async close() {
      await served.close();
      await close();
    },
  };
}

/** Stands in for the authenticator, so that the answers to each kind of bad token can be provoked. */
const namedTokens: Authenticator = {
  fromRequest: async (request) => {
    const token = /^Bearer (.*)$/.exec(request.headers.get('authorization') ?? '')?.[1];
    return authenticate(token ?? request.headers.get('apikey') ?? 'anon');
  },
  fromToken: async (token) => authenticate(token),
};

function authenticate(token: string): Authentication {
  switch (token) {
    case 'ann':
      return { ok: true, caller: callerOf('authenticated', ANN) };
    case 'bob':
      return { ok: true, caller: callerOf('authenticated', BOB) };
    case 'service':
      return { ok: true, caller: callerOf('service_role', null) };
    case 'anon':
      return { ok: true, caller: callerOf('anon', null) };
    case 'person-1':
    case 'person-2':
    case 'person-3':
    case 'person-4':
    case 'person-5':
    case 'person-6':
    case 'person-7':
      return { ok: true, caller: callerOf('authenticated', personId(Number(token.at(-1)))) };
    case 'expired':
      return { ok: false, problem: 'expired', message: 'JWT expired' };
    default:
      return { ok: false, problem: 'malformed', message: 'Expected 3 parts in JWT; got 1' };
  }
}

/** Of `person-1` to `person-7`. */
export const personId = (number: number): string => `00000000-0000-4000-8000-00000000010${number}`;

function callerOf(role: DatabaseRole, userId: string | null): Caller {
  if (userId !== null) payAs(userId);
  const claims = userId === null ? { role } : { role, sub: userId };
  return { role, userId, sessionId: null, claims, expiresAt: null };
}
