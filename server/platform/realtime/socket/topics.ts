import { type BroadcastBody, encodeAround, encodeBroadcast, type ProtocolVersion } from './frames.ts';

/** A broadcast to the members of a topic. */
export interface Message {
  /** Without the `realtime:` prefix. */
  readonly topic: string;
  readonly private: boolean;
  readonly event: string;
  readonly body: BroadcastBody;
  /** Set for messages that the database stored. */
  readonly meta?: { readonly id: string; readonly replayed?: boolean };
}

/** One joined channel as a receiver of broadcasts. */
export interface Member {
  readonly topic: string;
  readonly private: boolean;
  readonly version: ProtocolVersion;
  /** Sends text or a binary frame, encoded for this version. */
  sendEncoded(frame: string | Uint8Array): void;
  /** Sends a message that the database stored under this id, which a replay may send too. */
  sendStored(id: string, frame: string | Uint8Array): void;
}

/** Members of each topic in this process. A public and a private topic of the same name are distinct. */
export interface Topics {
  join(member: Member): void;
  leave(member: Member): void;
  /** @param except the sender, unless it asked for its own messages */
  deliver(message: Message, except?: Member): void;
  members(topic: string, isPrivate: boolean): Iterable<Member>;
}

export function createTopics(): Topics {
  const topics = new Map<string, Set<Member>>();

  return {
    join(member) {
      const key = keyOf(member.topic, member.private);
      topics.set(key, (topics.get(key) ?? new Set()).add(member));
    },
    leave(member) {
      const key = keyOf(member.topic, member.private);
      const members = topics.get(key);
      members?.delete(member);
      if (members?.size === 0) topics.delete(key);
    },
    deliver(message, except) {
      const members = topics.get(keyOf(message.topic, message.private));
      if (!members) return;
      const encode = encoderOf(message);
      for (const member of members) {
        if (member === except) continue;
        const frame = encode(member.version);
        if (frame === null) continue;
        if (message.meta) member.sendStored(message.meta.id, frame);
        else member.sendEncoded(frame);
      }
    },
    members: (topic, isPrivate) => topics.get(keyOf(topic, isPrivate)) ?? [],
  };
}

/** Encodes once per protocol version. Null: the version can't represent the message. */
export function encoderOf(message: Message): (version: ProtocolVersion) => string | Uint8Array | null {
  const made = new Map<ProtocolVersion, string | Uint8Array | null>();
  return (version) => {
    let frame = made.get(version);
    if (frame === undefined) {
      frame = encodeMessage(version, message);
      made.set(version, frame);
    }
    return frame;
  };
}

function encodeMessage(
  version: ProtocolVersion,
  { topic, event, body, meta }: Message,
): string | Uint8Array | null {
  const wireTopic = `realtime:${topic}`;
  if (body.encoding === 'json') {
    const payload = { type: 'broadcast', event, payload: body.value, ...(meta && { meta }) };
    return encodeAround(version, wireTopic, 'broadcast', JSON.stringify(payload));
  }
  if (version === '1.0.0') return null;
  return encodeBroadcast({ topic: wireTopic, event, metadata: meta ? JSON.stringify(meta) : '', body });
}

function keyOf(topic: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'}:${topic}`;
}
