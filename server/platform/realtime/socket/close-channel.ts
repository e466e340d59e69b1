import type { RealtimeParts } from '../realtime-parts.ts';
import type { Channel } from './channel.ts';
import { secondsSince } from './token-problem.ts';

/** Removes a channel without notifying the client. */
export function forgetChannel(parts: RealtimeParts, channel: Channel): void {
  channel.stop();
  parts.topics.leave(channel);
  parts.presences.deafen(channel);
  parts.presences.untrack(channel);
  parts.subscriptions.removeAllOf(channel);
  const { channels } = channel.socket;
  if (channels.get(channel.wireTopic) === channel) channels.delete(channel.wireTopic);
}

/** Closes a channel from the server's side: the client gets the reason and doesn't rejoin by itself. */
export function closeChannel(parts: RealtimeParts, channel: Channel, reason: string | null): void {
  if (channel.isClosed) return;
  forgetChannel(parts, channel);
  if (reason !== null) channel.sendSystem('system', 'error', reason);
  channel.sendClose();
}

/**
 * Closes the channel when its caller's token expires, and the socket with its last channel. Must be called whenever
 * the caller changes. Tokens never outlive their session, so an expired session holds no connection either.
 */
export function closeAtExpiry(parts: RealtimeParts, channel: Channel): void {
  channel.watchExpiry(parts.clock, () => {
    const { socket, caller } = channel;
    const ago = Math.max(0, secondsSince(parts.clock.now(), caller.expiresAt ?? 0));
    closeChannel(parts, channel, `Token has expired ${ago} seconds ago`);
    if (socket.channels.size === 0) socket.close(1008, 'The token has expired');
  });
}
