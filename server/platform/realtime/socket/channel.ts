import type { Clock } from '#server/lib/clock.ts';
import { newUuid } from '#server/lib/ids.ts';
import type { Caller } from '../../db/caller.ts';
import type { Subscriber } from '../changes/change-subscriptions.ts';
import type { PresenceMember } from '../presence/presences.ts';
import { encodeAround, type ProtocolVersion } from './frames.ts';
import type { JoinConfig } from './join-payload.ts';
import type { LiveSocket } from './live-socket.ts';
import type { TopicRights } from './topic-rights.ts';
import type { Member } from './topics.ts';

/** Maximum delay; setTimeout overflows at 2^31 ms. */
const LONGEST_TIMER = 24 * 60 * 60_000;

const BETWEEN_COMPLAINTS = 10_000;
const LEFT_OUT =
  'A change was left out: its text is too long for the pattern in the filter, or the patterns take too much time';

export interface ChannelOptions {
  readonly socket: LiveSocket;
  readonly topic: string;
  readonly joinRef: string | null;
  readonly config: JoinConfig;
  readonly caller: Caller;
  /** Empty if the socket's own key is used. */
  readonly token: string;
  /** Null on a public channel. */
  readonly rights: TopicRights | null;
}

/** One joined topic of one socket, with its caller and expiry. */
export class Channel implements Member, Subscriber, PresenceMember {
  readonly socket: LiveSocket;
  /** Without the `realtime:` prefix. */
  readonly topic: string;
  readonly joinRef: string | null;
  readonly config: JoinConfig;
  caller: Caller;
  token: string;
  rights: TopicRights | null;
  isClosed = false;
  /** True if it receives presence, as far as its rights allow. */
  hearsPresence = false;
  readonly presenceKey: string;
  #quietUntil = 0;
  #expiry: NodeJS.Timeout | undefined;
  readonly #replayed = new Set<string>();
  /** Stored messages that arrived live before the replay; null when the replay is done or wasn't asked for. */
  #held: Map<string, string | Uint8Array> | null;

  constructor(options: ChannelOptions) {
    this.socket = options.socket;
    this.topic = options.topic;
    this.joinRef = options.joinRef;
    this.config = options.config;
    this.caller = options.caller;
    this.token = options.token;
    this.rights = options.rights;
    this.presenceKey = options.config.presence.key || newUuid();
    this.#held = options.config.broadcast.replay ? new Map() : null;
  }

  get wireTopic(): string {
    return `realtime:${this.topic}`;
  }

  get private(): boolean {
    return this.config.private;
  }

  get version(): ProtocolVersion {
    return this.socket.version;
  }

  sendEncoded(frame: string | Uint8Array): void {
    this.socket.sendEncoded(frame);
  }

  sendStored(id: string, frame: string | Uint8Array): void {
    if (this.#held) this.#held.set(id, frame);
    else if (!this.#replayed.has(id)) this.sendEncoded(frame);
  }

  /**
   * Sends the messages stored before the join, oldest first, then those that arrived live during the replay, without
   * duplicates.
   */
  replay(messages: readonly { readonly id: string; readonly frame: string | Uint8Array }[]): void {
    for (const { id, frame } of messages) {
      this.#replayed.add(id);
      this.sendEncoded(frame);
    }
    const held = this.#held;
    this.#held = null;
    for (const [id, frame] of held ?? []) this.sendStored(id, frame);
  }

  sendChange(ids: readonly number[], data: string): void {
    if (this.isClosed) return;
    const payload = `{"ids":${JSON.stringify(ids)},"data":${data}}`;
    this.sendEncoded(encodeAround(this.version, this.wireTopic, 'postgres_changes', payload));
  }

  leaveChangeOut(): void {
    if (this.isClosed || performance.now() < this.#quietUntil) return;
    this.#quietUntil = performance.now() + BETWEEN_COMPLAINTS;
    this.sendSystem('postgres_changes', 'error', LEFT_OUT);
  }

  push(event: string, payload: object): void {
    this.socket.send({ joinRef: this.joinRef, ref: null, topic: this.wireTopic, event, payload });
  }

  /** Sends a message from the server itself; `extension` names the part it is about. */
  sendSystem(extension: 'system' | 'postgres_changes', status: 'ok' | 'error', message: string): void {
    this.push('system', { extension, status, message, channel: this.topic });
  }

  /** The client ignores a close that doesn't refer to its latest join. */
  sendClose(): void {
    const { joinRef, wireTopic } = this;
    this.socket.send({ joinRef, ref: joinRef, topic: wireTopic, event: 'phx_close', payload: {} });
  }

  /** Calls back when the caller's token expires. */
  watchExpiry(clock: Clock, onExpired: () => void): void {
    clearTimeout(this.#expiry);
    const { expiresAt } = this.caller;
    if (expiresAt === null) return;
    const left = expiresAt * 1000 - clock.now().getTime();
    if (left <= 0) return onExpired();
    this.#expiry = setTimeout(() => this.watchExpiry(clock, onExpired), Math.min(left, LONGEST_TIMER));
  }

  stop(): void {
    this.isClosed = true;
    clearTimeout(this.#expiry);
  }
}
