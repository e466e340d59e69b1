import type { Log } from '#server/lib/log.ts';
import type { Database } from '../db/database.ts';
import type { Authenticator, LiveSessions } from '../http/caller.ts';
import type { ChangeSubscriptions } from './change-subscriptions.ts';
import type { RealtimeLimits } from './limits.ts';
import type { LiveSocket } from './live-socket.ts';
import type { Presences } from './presences.ts';
import type { PublishedTables } from './published-tables.ts';
import type { Relay } from './relay.ts';
import type { Topics } from './topics.ts';

/** What the acts of this room work with. Made once, by the room. */
export interface RealtimeParts {
  readonly database: Database;
  readonly authenticator: Authenticator;
  readonly liveSessions: LiveSessions;
  readonly limits: RealtimeLimits;
  readonly log: Log;
  readonly sockets: Set<LiveSocket>;
  readonly topics: Topics;
  readonly presences: Presences;
  readonly relay: Relay;
  readonly tables: PublishedTables;
  readonly subscriptions: ChangeSubscriptions;
}
