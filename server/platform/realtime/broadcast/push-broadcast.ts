import { z } from 'zod';
import type { RealtimeParts } from '../realtime-parts.ts';
import type { Channel } from '../socket/channel.ts';
import type { BroadcastBody, Frame } from '../socket/frames.ts';

const textPush = z.object({ event: z.string().min(1), payload: z.unknown().optional() });

/** A broadcast sent by a member, in either encoding. */
export interface Push {
  readonly ref: string | null;
  readonly joinRef: string | null;
  readonly event: string;
  readonly body: BroadcastBody;
  /** Requested by the client; not supported. */
  readonly persist: boolean;
}

/** Parses the text form; null if it isn't a broadcast. */
export function readTextPush({ ref, joinRef, payload }: Frame): Push | null {
  const parsed = textPush.safeParse(payload);
  if (!parsed.success) return null;
  const { event, payload: value = {} } = parsed.data;
  return { ref, joinRef, event, body: { encoding: 'json', value }, persist: false };
}

/**
 * Forwards a broadcast to the other members. One that the sender may not write is dropped, with an error reply if
 * acknowledgement was asked for. That reveals nothing: only those who may read a topic have joined it.
 */
export function pushBroadcast(parts: RealtimeParts, channel: Channel, push: Push): void {
  const to = { ref: push.ref, joinRef: push.joinRef, topic: channel.wireTopic };
  const { self, ack } = channel.config.broadcast;
  if (channel.private && channel.rights?.writeBroadcast !== true) {
    const reason = `Unauthorized: You do not have permissions to write to this Channel topic: ${channel.topic}`;
    if (ack) channel.socket.reply(to, 'error', { reason });
    return;
  }
  if (push.persist) {
    channel.socket.reply(to, 'error', { error: 'Storing a message is not supported' });
    return;
  }
  const message = { topic: channel.topic, private: channel.private, event: push.event, body: push.body };
  if (self) parts.topics.deliver(message);
  else parts.topics.deliver(message, channel);
  parts.relay.publish(message);
  if (ack) channel.socket.reply(to, 'ok', {});
}
