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

/** State of a member of another process. */
export interface PresentElsewhere {
  readonly key: string;
  /** Unique among all processes. */
  readonly ref: string;
  /** JSON as it is sent to listeners. */
  readonly text: string;
}

/** A member of this process has published a state, replaced it, or is gone. */
export interface LocalChange {
  /** With its kind: a public and a private topic of the same name are distinct. */
  readonly topic: string;
  readonly join: PresentElsewhere | null;
  /** Reference of the state that is gone. */
  readonly leave: string | null;
}

/** Presence state of all topics, with the members of this process and of others. */
export interface Presences {
  /** Sends the member the current state, and every change from then on. */
  listen(member: PresenceMember): void;
  /** Stops sending changes to the member, who stays present. */
  deafen(member: PresenceMember): void;
  /** Publishes or updates a member's state. Returns the reason if that isn't possible, null otherwise. */
  track(member: PresenceMember, payload: object): string | null;
  untrack(member: PresenceMember): void;
  /** Calls the listener for each change of this process's members. */
  onLocalChange(listener: (change: LocalChange) => void): void;
  hasLocal(): boolean;
  presentHere(): Iterable<readonly [topic: string, metas: readonly PresentElsewhere[]]>;
  changeElsewhere(process: string, change: LocalChange): void;
  /** Everybody who is present in another process, by topic. */
  replaceElsewhere(process: string, present: Readonly<Record<string, readonly PresentElsewhere[]>>): void;
  stop(): void;
}

const keyOf = ({ topic, private: isPrivate }: Pick<PresenceMember, 'topic' | 'private'>): string =>
  `${isPrivate ? 'private' : 'public'}:${topic}`;

export function createPresences(limits: PresenceLimits): Presences {
  const topics = new Map<string, PresenceTopic>();
  let tell: (change: LocalChange) => void = () => {};

  function onTopic<T>(key: string, act: (topic: PresenceTopic) => T): T {
    const name = key.slice(key.indexOf(':') + 1);
    const topic =
      topics.get(key) ??
      new PresenceTopic(`realtime:${name}`, limits, (join, leave) => tell({ topic: key, join, leave }));
    const result = act(topic);
    if (topic.isEmpty) topics.delete(key);
    else topics.set(key, topic);
    return result;
  }

  return {
    listen: (member) => onTopic(keyOf(member), (topic) => topic.listen(member)),
    deafen: (member) => onTopic(keyOf(member), (topic) => topic.deafen(member)),
    track: (member, payload) => onTopic(keyOf(member), (topic) => topic.track(member, payload)),
    untrack: (member) => onTopic(keyOf(member), (topic) => topic.untrack(member)),
    onLocalChange: (listener) => void (tell = listener),
    hasLocal: () => [...topics.values()].some((topic) => topic.presentHere.length > 0),
    *presentHere() {
      for (const [key, { presentHere }] of topics) if (presentHere.length > 0) yield [key, presentHere];
    },
    changeElsewhere: (process, { topic: key, join, leave }) =>
      onTopic(key, (topic) => topic.changeElsewhere(process, join, leave)),
    replaceElsewhere(process, present) {
      for (const key of new Set([...topics.keys(), ...Object.keys(present)])) {
        onTopic(key, (topic) => topic.replaceElsewhere(process, present[key] ?? []));
      }
    },
    stop() {
      for (const topic of topics.values()) topic.stop();
      topics.clear();
    },
  };
}
