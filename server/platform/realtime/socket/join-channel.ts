import type { Caller } from '../../db/caller.ts';
import { isStorable } from '../../http/is-storable.ts';
import { replayMessages } from '../broadcast/replay-messages.ts';
import { requestId } from '../changes/change-subscriptions.ts';
import { subscribeToChanges } from '../changes/subscribe-to-changes.ts';
import type { RealtimeParts } from '../realtime-parts.ts';
import { Channel } from './channel.ts';
import { closeAtExpiry, closeChannel, forgetChannel } from './close-channel.ts';
import type { Frame } from './frames.ts';
import { readJoinPayload } from './join-payload.ts';
import type { LiveSocket } from './live-socket.ts';
import { mayHearBroadcasts, takePart } from './take-part.ts';
import { callerProblem, tokenProblem } from './token-problem.ts';
import { findRightsOnSocket, mayJoin, type TopicRights } from './topic-rights.ts';

const PREFIX = 'realtime:';

/** Rejects a join; the message is the reason in the reply. */
class JoinRefusal extends Error {
  override readonly name = 'JoinRefusal';
}

/** Handles `phx_join`: authenticates, checks the rights on the topic, and subscribes. */
export async function joinChannel(parts: RealtimeParts, socket: LiveSocket, frame: Frame): Promise<void> {
  try {
    await join(parts, socket, frame);
  } catch (error) {
    const isRefusal = error instanceof JoinRefusal;
    if (!isRefusal) parts.log.error("couldn't join a channel", { error, topic: frame.topic });
    const reason = isRefusal
      ? error.message
      : 'UnknownErrorOnChannel: The channel could not be joined, try again';
    socket.reply(frame, 'error', { reason });
  }
}

async function join(parts: RealtimeParts, socket: LiveSocket, frame: Frame): Promise<void> {
  const topic = topicOf(frame);
  const payload = readJoinPayload(frame.payload);
  if (typeof payload === 'string') throw new JoinRefusal(payload);
  const { config, token } = payload;
  assertRoom(parts, socket, frame.topic);
  if (config.broadcast.replay && !config.private) {
    throw new JoinRefusal('UnableToReplayMessages: Replay is not allowed for public channels');
  }
  const caller = token === '' ? socket.caller : await callerOf(parts, token);
  const rights = config.private ? await rightsOf(parts, topic, caller, config.presence.enabled) : null;
  assertSocketOfUser(parts, socket, caller);

  if (!socket.isOpen) return;
  // The token may have been checked long ago, if it is the one that opened the socket.
  const problem = callerProblem(parts, caller);
  if (problem !== null) throw new JoinRefusal(problem);
  const channel = new Channel({
    socket,
    topic,
    joinRef: frame.joinRef ?? frame.ref,
    config,
    caller,
    token,
    rights,
  });
  const replaced = socket.channels.get(frame.topic);
  if (replaced) closeChannel(parts, replaced, null);
  socket.channels.set(frame.topic, channel);
  socket.hasJoined = true;
  takePart(parts, channel);
  await reply(parts, channel, frame);
}

/**
 * Subscribes to changes before replying, so that there is no gap between what the client reads then and what it is
 * sent.
 */
async function reply(parts: RealtimeParts, channel: Channel, frame: Frame): Promise<void> {
  const { config, socket } = channel;
  const problem = config.changes.length > 0 ? await subscribeToChanges(parts, channel) : null;
  if (channel.isClosed) return;
  if (config.waitForChanges && problem !== null) {
    forgetChannel(parts, channel);
    throw new JoinRefusal(`RealtimeDisabledForConfiguration: ${problem}`);
  }
  const entries = config.changes.map((request) => ({ id: requestId(request), ...request }));
  socket.reply(frame, 'ok', { postgres_changes: entries });
  if (problem !== null) channel.sendSystem('postgres_changes', 'error', problem);
  else if (entries.length > 0) channel.sendSystem('postgres_changes', 'ok', 'Subscribed to PostgreSQL');
  if (config.broadcast.tellReady) channel.sendSystem('system', 'ok', 'Replication connection established');
  channel.hearsPresence = config.presence.enabled;
  takePart(parts, channel);
  const { replay } = config.broadcast;
  if (replay && mayHearBroadcasts(channel)) await replayMessages(parts, channel, replay);
  else channel.replay([]);
  if (!channel.isClosed) closeAtExpiry(parts, channel);
}

function topicOf({ topic }: Frame): string {
  if (!topic.startsWith(PREFIX) || topic.length === PREFIX.length) {
    throw new JoinRefusal('TopicNameRequired: You must provide a topic name');
  }
  if (!isStorable(topic)) {
    throw new JoinRefusal('InvalidTopic: A topic must be well-formed text without NUL characters');
  }
  return topic.slice(PREFIX.length);
}

function assertRoom({ limits }: RealtimeParts, socket: LiveSocket, topic: string): void {
  if (!socket.joins.take()) throw new JoinRefusal('ClientJoinRateLimitReached: Too many joins per second');
  if (!socket.channels.has(topic) && socket.channels.size >= limits.channelsPerSocket) {
    throw new JoinRefusal('ChannelRateLimitReached: Too many channels');
  }
}

async function callerOf(parts: RealtimeParts, token: string): Promise<Caller> {
  const authentication = await parts.authenticator.fromToken(token);
  if (!authentication.ok)
    throw new JoinRefusal(tokenProblem(authentication, { token, now: parts.clock.now() }));
  return authentication.caller;
}

async function rightsOf(
  parts: RealtimeParts,
  topic: string,
  caller: Caller,
  wantsPresence: boolean,
): Promise<TopicRights> {
  const rights = await findRightsOnSocket(parts.database, topic, caller);
  if (!mayJoin(rights, wantsPresence)) {
    throw new JoinRefusal(
      `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
    );
  }
  return rights;
}

/** Counted per user rather than per socket, because the socket itself is opened with the public key. */
function assertSocketOfUser(
  { sockets, limits }: RealtimeParts,
  socket: LiveSocket,
  { userId }: Caller,
): void {
  if (userId === null) return;
  let others = 0;
  for (const other of sockets) if (other !== socket && isOf(other, userId)) others += 1;
  if (others >= limits.socketsPerUser) {
    throw new JoinRefusal('ConnectionRateLimitReached: Too many connected users');
  }
}

function isOf(socket: LiveSocket, userId: string): boolean {
  return [...socket.channels.values()].some(({ caller }) => caller.userId === userId);
}
