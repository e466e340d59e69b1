import type { ProtocolVersion } from '../socket/frames.ts';
import type { RealtimeLimits } from '../socket/limits.ts';
import { PresenceTopic } from './presence-topic.ts';

/** A joined channel as a potential presence member and listener of its topic. */
export interface PresenceMember {
  /** Without the `realtime:` prefix. */
  readonly topic: string;
  readonly private: boolean;
  readonly version: ProtocolVersion;
  /** May be shared by several members: one person, two tabs. */
  readonly presenceKey: string;
  sendEncoded(frame: string): void;
}

export type PresenceLimits = Pick<
  RealtimeLimits,
  'presencesPerTopic' | 'presenceBytes' | 'presenceBytesPerTopic' | 'presencePause'
>;

/** Presence state of all topics in this process. */
export interface Presences {
  /** Sends the member the current state, and every change from then on. */
  listen(member: PresenceMember): void;
  /** Stops sending changes to the member, who stays present. */
  deafen(member: PresenceMember): void;
  /** Publishes or updates a member's state. Returns the reason if that isn't possible, null otherwise. */
  track(member: PresenceMember, payload: object): string | null;
  untrack(member: PresenceMember): void;
  stop(): void;
}

export function createPresences(limits: PresenceLimits): Presences {
  const topics = new Map<string, PresenceTopic>();

  const keyOf = ({ topic, private: isPrivate }: PresenceMember): string =>
    `${isPrivate ? 'private' : 'public'}:${topic}`;

  function onTopic<T>(member: PresenceMember, act: (topic: PresenceTopic) => T): T {
    const key = keyOf(member);
    const topic = topics.get(key) ?? new PresenceTopic(`realtime:${member.topic}`, limits);
    const result = act(topic);
    if (topic.isEmpty) topics.delete(key);
    else topics.set(key, topic);
    return result;
  }

  return {
    listen: (member) => onTopic(member, (topic) => topic.listen(member)),
    deafen: (member) => onTopic(member, (topic) => topic.deafen(member)),
    track: (member, payload) => onTopic(member, (topic) => topic.track(member, payload)),
    untrack: (member) => onTopic(member, (topic) => topic.untrack(member)),
    stop() {
      for (const topic of topics.values()) topic.stop();
      topics.clear();
    },
  };
}
