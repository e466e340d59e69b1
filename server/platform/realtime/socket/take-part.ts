import type { RealtimeParts } from '../realtime-parts.ts';
import type { Channel } from './channel.ts';

/** On a public topic everybody may do everything. */
export function mayHearBroadcasts({ rights }: Channel): boolean {
  return rights?.readBroadcast ?? true;
}

export function mayTrack({ rights }: Channel): boolean {
  return rights?.writePresence ?? true;
}

/** To be called when the rights of a channel are new, or its wish: puts it among those who hear what it may hear. */
export function takePart({ topics, presences }: RealtimeParts, channel: Channel): void {
  if (mayHearBroadcasts(channel)) topics.join(channel);
  else topics.leave(channel);
  if (channel.hearsPresence && (channel.rights?.readPresence ?? true)) presences.listen(channel);
  else presences.deafen(channel);
  if (!mayTrack(channel)) presences.untrack(channel);
}
