import type { Clock } from '#server/lib/clock.ts';
import type { Log } from '#server/lib/log.ts';
import type { Database } from '../db/database.ts';
import type { Authenticator, LiveSessions } from '../http/tokens/authentication.ts';
import type { Relay } from './broadcast/relay.ts';
import type { ChangeSubscriptions } from './changes/change-subscriptions.ts';
import type { PublishedTables } from './changes/published-tables.ts';
import type { Presences } from './presence/presences.ts';
import type { RealtimeLimits } from './socket/limits.ts';
import type { LiveSocket } from './socket/live-socket.ts';
import type { Topics } from './socket/topics.ts';

/** Dependencies shared by this room's functions; created once. */
export interface RealtimeParts {
  readonly database: Database;
  readonly authenticator: Authenticator;
  readonly liveSessions: LiveSessions;
  readonly limits: RealtimeLimits;
  readonly clock: Clock;
  readonly log: Log;
  readonly sockets: Set<LiveSocket>;
  readonly topics: Topics;
  readonly presences: Presences;
  readonly relay: Relay;
  readonly tables: PublishedTables;
  readonly subscriptions: ChangeSubscriptions;
}
