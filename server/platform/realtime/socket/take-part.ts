import type { RealtimeParts } from '../realtime-parts.ts';
import type { Channel } from './channel.ts';

/** Public topics are open to everyone. */
export function mayHearBroadcasts({ rights }: Channel): boolean {
  return rights?.readBroadcast ?? true;
}

export function mayTrack({ rights }: Channel): boolean {
  return rights?.writePresence ?? true;
}

/** Subscribes a channel to what it may and wants to receive. Must be called when its rights or options change. */
export function takePart({ topics, presences }: RealtimeParts, channel: Channel): void {
  if (mayHearBroadcasts(channel)) topics.join(channel);
  else topics.leave(channel);
  if (channel.hearsPresence && (channel.rights?.readPresence ?? true)) presences.listen(channel);
  else presences.deafen(channel);
  if (!mayTrack(channel)) presences.untrack(channel);
}
