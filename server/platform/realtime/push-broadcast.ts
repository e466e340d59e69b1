import { z } from 'zod';
import type { Channel } from './channel.ts';
import type { BroadcastBody, Frame } from './frames.ts';
import type { RealtimeParts } from './realtime-parts.ts';

const textPush = z.object({ event: z.string().min(1), payload: z.unknown() });

/** A broadcast that a member sends, in either encoding. */
export interface Push {
  readonly ref: string | null;
  readonly joinRef: string | null;
  readonly event: string;
  readonly body: BroadcastBody;
  /** Asked for by the client; not supported. */
  readonly persist: boolean;
}

/** The text form; null when it is no broadcast. */
export function readTextPush({ ref, joinRef, payload }: Frame): Push | null {
  const parsed = textPush.safeParse(payload);
  if (!parsed.success) return null;
  const { event, payload: value = {} } = parsed.data;
  return { ref, joinRef, event, body: { encoding: 'json', value }, persist: false };
}

/**
 * Passes a broadcast on to the other members. Without the right to write it is dropped without an answer, as the
 * protocol wants it: a refusal would tell which topics exist.
 */
export function pushBroadcast(parts: RealtimeParts, channel: Channel, push: Push): void {
  if (channel.private && channel.rights?.writeBroadcast !== true) return;
  const to = { ref: push.ref, joinRef: push.joinRef, topic: channel.wireTopic };
  if (push.persist) {
    channel.socket.reply(to, 'error', { error: 'Storing a message is not supported' });
    return;
  }
  const message = { topic: channel.topic, private: channel.private, event: push.event, body: push.body };
  const { self, ack } = channel.config.broadcast;
  if (self) parts.topics.deliver(message);
  else parts.topics.deliver(message, channel);
  parts.relay.publish(message);
  if (ack) channel.socket.reply(to, 'ok', {});
}
