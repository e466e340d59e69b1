import { pushBroadcast, readTextPush } from '../broadcast/push-broadcast.ts';
import { pushPresence } from '../presence/push-presence.ts';
import type { RealtimeParts } from '../realtime-parts.ts';
import type { Channel } from './channel.ts';
import { forgetChannel } from './close-channel.ts';
import { decodePush, decodeText, type Frame } from './frames.ts';
import { joinChannel } from './join-channel.ts';
import type { LiveSocket } from './live-socket.ts';
import { refreshToken } from './refresh-token.ts';

/** Handles a client's text message. A malformed one is dropped and the socket stays open. */
export async function handleText(parts: RealtimeParts, socket: LiveSocket, text: string): Promise<void> {
  const frame = decodeText(socket.version, text);
  if (!frame) return;
  if (frame.topic === 'phoenix') {
    if (frame.event === 'heartbeat') socket.reply(frame, 'ok', {});
    return;
  }
  await socket.inTurn(frame.topic, () =>
    frame.event === 'phx_join' ? joinChannel(parts, socket, frame) : handleOnChannel(parts, socket, frame),
  );
}

/** Handles a client's binary message: version 2 sends every broadcast this way. */
export async function handleBinary(
  parts: RealtimeParts,
  socket: LiveSocket,
  bytes: Uint8Array,
): Promise<void> {
  const push = decodePush(bytes);
  if (!push) return;
  const { ref, joinRef, topic, event, body } = push;
  await socket.inTurn(topic, () => {
    const channel = joinedChannel(socket, { topic, joinRef });
    const persist = push.metadata.includes('"persist"');
    if (channel) pushBroadcast(parts, channel, { ref: ref || null, joinRef, event, body, persist });
  });
}

async function handleOnChannel(parts: RealtimeParts, socket: LiveSocket, frame: Frame): Promise<void> {
  const channel = joinedChannel(socket, frame);
  if (!channel) return socket.reply(frame, 'error', { reason: 'unmatched topic' });
  switch (frame.event) {
    case 'access_token':
      return refreshToken(parts, channel, frame);
    case 'broadcast': {
      const push = readTextPush(frame);
      return push ? pushBroadcast(parts, channel, push) : undefined;
    }
    case 'presence':
      return pushPresence(parts, channel, frame);
    case 'phx_leave':
      forgetChannel(parts, channel);
      socket.reply(frame, 'ok', {});
      return channel.sendClose();
    default:
      return socket.reply(frame, 'error', { reason: `event ${frame.event} is not supported` });
  }
}

/** Returns null for a message of an earlier join of the same topic, whose channel is gone. */
function joinedChannel(
  socket: LiveSocket,
  { topic, joinRef }: { topic: string; joinRef: string | null },
): Channel | null {
  const channel = socket.channels.get(topic);
  if (!channel) return null;
  return joinRef === null || joinRef === '' || joinRef === channel.joinRef ? channel : null;
}
