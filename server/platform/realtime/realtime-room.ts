import { WebSocketServer } from 'ws';
import { type Clock, systemClock } from '#server/lib/clock.ts';
import type { Log } from '#server/lib/log.ts';
import type { Changes } from '../db/changes.ts';
import type { Database } from '../db/database.ts';
import { onBehalfOf } from '../db/turns/payer.ts';
import { peerKey } from '../http/peer-key.ts';
import type { Room } from '../http/room.ts';
import type { Authenticator, LiveSessions } from '../http/tokens/authentication.ts';
import { answerHttp } from './broadcast/answer-http.ts';
import type { Broadcaster } from './broadcast/broadcaster.ts';
import { createRelay } from './broadcast/relay.ts';
import { listenToStoredMessages } from './broadcast/stored-messages.ts';
import { createChangeSubscriptions } from './changes/change-subscriptions.ts';
import { deliverChanges } from './changes/deliver-changes.ts';
import { createPublishedTables } from './changes/published-tables.ts';
import { createPresenceExchange } from './presence/presence-exchange.ts';
import { createPresences } from './presence/presences.ts';
import type { RealtimeParts } from './realtime-parts.ts';
import { acceptSocket, refuseUpgrade } from './socket/accept-socket.ts';
import { closeChannel } from './socket/close-channel.ts';
import { DEFAULT_LIMITS, type RealtimeLimits } from './socket/limits.ts';
import type { LiveSocket } from './socket/live-socket.ts';
import { createOriginCheck } from './socket/origin-check.ts';
import { createTopics, type Message } from './socket/topics.ts';

export interface RealtimeRoomDeps {
  readonly database: Database;
  readonly authenticator: Authenticator;
  readonly liveSessions: LiveSessions;
  /** Started and stopped by its creator. */
  readonly changes: Changes;
  readonly log: Log;
  readonly limits?: Partial<RealtimeLimits>;
  readonly clock?: Clock;
  /** Such as `http://localhost:3000`, besides pages of the server itself. Others can't open a socket. */
  readonly allowedOrigins: readonly string[];
}

export interface RealtimeRoom extends Room {
  readonly broadcaster: Broadcaster;
  openSockets(): number;
  /** Accepts no more sockets and closes all, while this process still sends to those of the others. */
  closeConnections(): Promise<void>;
}

/** Milliseconds between checks for idle sockets. */
const SWEEP = 5_000;
/** Milliseconds between checks of the publication for new members, while there are subscriptions. */
const FOLLOW = 10_000;
/** Milliseconds between two looks at the database, and looks without it after which clients are sent elsewhere. */
const LOOK = 1_000;
const LOOKS = 5;
/** Milliseconds clients have to close their side on shutdown. */
const CLOSING = 1_000;

/** Live updates over one WebSocket per client: table changes, broadcasts and presence. */
export function createRealtimeRoom(deps: RealtimeRoomDeps): RealtimeRoom {
  const { database, authenticator, liveSessions, clock = systemClock, log } = deps;
  const limits = { ...DEFAULT_LIMITS, ...deps.limits };
  const topics = createTopics();
  const presences = createPresences(limits);
  const presenceExchange = createPresenceExchange(presences, { database, log });
  const relay = createRelay({ database, log });
  const tables = createPublishedTables({ database, log });
  const subscriptions = createChangeSubscriptions(
    listenWhileWanted(deps.changes, (changes) =>
      deliverChanges({ database, tables, subscriptions, log }, changes),
    ),
  );
  const sockets = new Set<LiveSocket>();
  const parts: RealtimeParts = {
    database,
    authenticator,
    liveSessions,
    limits,
    clock,
    log,
    sockets,
    topics,
    presences,
    relay,
    tables,
    subscriptions,
  };
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: limits.messageBytes,
    // Compression costs 300 kB per socket and saves little on short messages.
    perMessageDeflate: false,
  });
  const closers: (() => Promise<void> | void)[] = [];
  let isStopped = false;
  let looksWithout = 0;

  /**
   * Without the database nothing arrives here, while another process may still have it, and clients that aren't connected
   * know that they are missing something.
   */
  const isAllowed = createOriginCheck(deps.allowedOrigins, log);

  function checkDatabase(): void {
    looksWithout = database.isHealthy() ? 0 : looksWithout + 1;
    if (looksWithout < LOOKS) return;
    for (const socket of sockets) socket.close(1012, 'The database is away');
  }

  async function closeConnections(): Promise<void> {
    isStopped = true;
    server.close();
    await closeAll(sockets);
  }

  return {
    base: '/realtime/v1',
    broadcaster: createBroadcaster(parts),
    openSockets: () => sockets.size,
    handle: (request, context) => answerHttp(parts, request, context),
    upgrade(request, socket, head, { ip }) {
      // Clients closed with "restarting" reconnect at once, and would keep the server from shutting down.
      if (isStopped || looksWithout >= LOOKS) return refuseUpgrade(socket, '503 Service Unavailable');
      const onBehalf = onBehalfOf(peerKey(ip));
      const upgrade = { request, socket, head, onBehalf };
      onBehalf(() => acceptSocket(parts, server, isAllowed, upgrade)).catch((error: unknown) => {
        log.error("couldn't open a socket", { error });
        socket.destroy();
      });
    },
    async start() {
      const deliver = (message: Message): void => topics.deliver(message);
      await relay.start(deliver);
      await presenceExchange?.start();
      closers.push(await listenToStoredMessages({ database, log }, deliver));
      closers.push(database.onReopen(() => tables.forget()));
      closers.push(liveSessions.onEnd((sessionId) => closeSession(parts, sessionId)));
      const sweeping = setInterval(() => closeIdle(parts), SWEEP);
      closers.push(() => clearInterval(sweeping));
      const looking = setInterval(checkDatabase, LOOK);
      closers.push(() => clearInterval(looking));
      // Wildcard subscriptions also cover tables published later.
      const following = setInterval(() => void (subscriptions.size > 0 && tables.follow()), FOLLOW);
      closers.push(() => clearInterval(following));
    },
    closeConnections,
    async stop() {
      for (const close of closers.splice(0)) await close();
      await relay.stop();
      await closeConnections();
      await presenceExchange?.stop();
      presences.stop();
    },
  };
}

/** Reads changes from the database only while there are subscriptions. */
function listenWhileWanted(
  changes: Changes,
  listener: Parameters<Changes['listen']>[0],
): (size: number) => void {
  let stop: (() => void) | null = null;
  return (size) => {
    if (size > 0) stop ??= changes.listen(listener);
    else {
      stop?.();
      stop = null;
    }
  };
}

function createBroadcaster({ topics, relay }: RealtimeParts): Broadcaster {
  return {
    send({ topic, event, payload, private: isPrivate }) {
      const message: Message = {
        topic,
        event,
        private: isPrivate,
        body: { encoding: 'json', value: payload },
      };
      topics.deliver(message);
      relay.publish(message);
    },
  };
}

/** Closes the channels joined with an ended session, and its sockets. */
function closeSession(parts: RealtimeParts, sessionId: string): void {
  for (const socket of parts.sockets) {
    const channels = [...socket.channels.values()].filter(({ caller }) => caller.sessionId === sessionId);
    for (const channel of channels) closeChannel(parts, channel, 'The session of this token has ended');
    if (channels.length > 0) socket.close(1008, 'The session has ended');
  }
}

function closeIdle({ sockets, limits }: RealtimeParts): void {
  const now = performance.now();
  for (const socket of sockets) {
    if (now - socket.lastMessageAt > limits.idle) socket.terminate();
    else if (!socket.hasJoined && now - socket.openedAt > limits.firstJoin) socket.terminate();
  }
}

async function closeAll(sockets: ReadonlySet<LiveSocket>): Promise<void> {
  // 1012: the client reconnects by itself, to the next process.
  for (const socket of sockets) socket.close(1012, 'The server is restarting');
  const end = performance.now() + CLOSING;
  while (sockets.size > 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
  for (const socket of sockets) socket.terminate();
}
