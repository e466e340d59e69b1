import { z } from 'zod';
import type { RealtimeParts } from '../realtime-parts.ts';
import type { Channel } from '../socket/channel.ts';
import { closeChannel } from '../socket/close-channel.ts';
import type { Frame } from '../socket/frames.ts';
import { mayTrack, takePart } from '../socket/take-part.ts';

const push = z.object({ event: z.string().toLowerCase(), payload: z.unknown().optional() });
const shown = z.record(z.string(), z.unknown());

/** `track` publishes the member's state, `untrack` removes it. */
export function pushPresence(parts: RealtimeParts, channel: Channel, frame: Frame): void {
  if (!channel.socket.presences.take()) {
    return closeChannel(parts, channel, 'Client presence rate limit exceeded');
  }
  const problem = act(parts, channel, frame.payload);
  if (problem === null) channel.socket.reply(frame, 'ok', {});
  else channel.socket.reply(frame, 'error', { reason: problem });
}

function act(parts: RealtimeParts, channel: Channel, payload: unknown): string | null {
  const parsed = push.safeParse(payload);
  if (!parsed.success) return 'InvalidPresencePayload: A presence message needs an event';
  const { event, payload: said = {} } = parsed.data;
  if (event === 'untrack') {
    parts.presences.untrack(channel);
    return null;
  }
  if (event !== 'track') return `UnknownPresenceEvent: ${event.slice(0, 100)}`;
  if (!mayTrack(channel)) {
    return `Unauthorized: You do not have permissions to track presence on this Channel topic: ${channel.topic}`;
  }
  const meta = shown.safeParse(said);
  if (!meta.success) return 'Presence track payload must be a map';
  const problem = parts.presences.track(channel, meta.data);
  if (problem !== null) return problem;
  // A member that tracks also receives presence, even if its join didn't ask for it.
  channel.hearsPresence = true;
  takePart(parts, channel);
  return null;
}
