import type { RealtimeParts } from '../realtime-parts.ts';
import type { Channel } from './channel.ts';

/** Takes a channel out of everything, without a word. */
export function forgetChannel(parts: RealtimeParts, channel: Channel): void {
  channel.stop();
  parts.topics.leave(channel);
  parts.presences.deafen(channel);
  parts.presences.untrack(channel);
  parts.subscriptions.removeAllOf(channel);
  const { channels } = channel.socket;
  if (channels.get(channel.wireTopic) === channel) channels.delete(channel.wireTopic);
}

/** Ends a channel from the server's side: the client is told why and does not rejoin by itself. */
export function closeChannel(parts: RealtimeParts, channel: Channel, reason: string | null): void {
  if (channel.isClosed) return;
  forgetChannel(parts, channel);
  if (reason !== null) channel.sendSystem('system', 'error', reason);
  channel.sendClose();
}

/**
 * To be called when the caller of a channel is new: ends the channel when that caller's token does, and the socket with
 * its last one. No token outlives its session, so a session that has come to its limit holds no connection either.
 */
export function closeAtExpiry(parts: RealtimeParts, channel: Channel): void {
  channel.watchExpiry(() => {
    const { socket, caller } = channel;
    const ago = Math.max(0, Math.floor(Date.now() / 1000 - (caller.expiresAt ?? 0)));
    closeChannel(parts, channel, `Token has expired ${ago} seconds ago`);
    if (socket.channels.size === 0) socket.close(1008, 'The token has expired');
  });
}
