import type { ProtocolVersion } from '../socket/frames.ts';
import type { RealtimeLimits } from '../socket/limits.ts';
import { PresenceTopic } from './presence-topic.ts';

/** One joined channel, as somebody who may be present on its topic and may hear who else is. */
export interface PresenceMember {
  /** Without the `realtime:` prefix. */
  readonly topic: string;
  readonly private: boolean;
  readonly version: ProtocolVersion;
  /** Several members may share it: one person, two tabs. */
  readonly presenceKey: string;
  sendEncoded(frame: string): void;
}

export type PresenceLimits = Pick<
  RealtimeLimits,
  'presencesPerTopic' | 'presenceBytes' | 'presenceBytesPerTopic' | 'presencePause'
>;

/** Who is present on which topic, in this process. */
export interface Presences {
  /** Tells the member who is there, and of every change from then on. */
  listen(member: PresenceMember): void;
  /** The member hears nothing more; it stays present. */
  deafen(member: PresenceMember): void;
  /** Shows the member to the others, or replaces what it said before. Returns why it cannot be shown, or null. */
  track(member: PresenceMember, payload: object): string | null;
  untrack(member: PresenceMember): void;
  stop(): void;
}

/** @see Presences */
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
