import { newToken } from '#server/lib/ids.ts';
import { encodeAround, type ProtocolVersion } from '../socket/frames.ts';
import type { PresenceLimits, PresenceMember } from './presences.ts';

/** What one member says of itself. */
interface Meta {
  readonly key: string;
  /** Names this meta on the wire. Each change has a new one. */
  readonly ref: string;
  /** The reference that this one replaces, as far as the listeners have heard of it. */
  readonly replaces: string | null;
  /** JSON as the member sent it, to notice a repetition. */
  readonly said: string;
  /** JSON as it is sent on. */
  readonly text: string;
}

/** Bytes a second that one topic sends while its members change all the time. */
const BYTES_PER_SECOND = 8_000_000;
const LONGEST_PAUSE = 2_000;

/**
 * One topic: who is there, and who listens. A change on a quiet topic is told at once. A busy one collects its changes,
 * the longer the more there is to send: a hundred members that change ten times a second, each told to all of them,
 * would else be 100,000 messages a second.
 */
export class PresenceTopic {
  readonly #wireTopic: string;
  readonly #limits: PresenceLimits;
  readonly #present = new Map<PresenceMember, Meta>();
  readonly #listeners = new Set<PresenceMember>();
  /** To be told who is there, after the others have heard the changes that are in it already. */
  readonly #newcomers = new Set<PresenceMember>();
  /** Changes not told yet, by reference. */
  readonly #joins = new Map<string, Meta>();
  readonly #leaves = new Map<string, Meta>();
  #bytes = 0;
  #quietUntil = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(wireTopic: string, limits: PresenceLimits) {
    this.#wireTopic = wireTopic;
    this.#limits = limits;
  }

  /** Nobody is there, and nobody listens. */
  get isEmpty(): boolean {
    return this.#present.size + this.#listeners.size + this.#newcomers.size === 0;
  }

  listen(member: PresenceMember): void {
    if (this.#listeners.has(member)) return;
    this.#newcomers.add(member);
    this.#schedule();
  }

  deafen(member: PresenceMember): void {
    this.#listeners.delete(member);
    this.#newcomers.delete(member);
    if (this.isEmpty) this.stop();
  }

  /** Returns why the member cannot be shown, or null. To say the same again changes nothing. */
  track(member: PresenceMember, payload: object): string | null {
    const said = JSON.stringify(payload);
    const before = this.#present.get(member);
    if (before?.said === said) return null;
    const meta = this.#toMeta(member.presenceKey, payload, said, before);
    const problem = this.#problemWith(meta, before);
    if (problem !== null) return problem;
    if (before) this.#remove(before);
    this.#present.set(member, meta);
    this.#joins.set(meta.ref, meta);
    this.#bytes += meta.text.length;
    this.#schedule();
    return null;
  }

  untrack(member: PresenceMember): void {
    const meta = this.#present.get(member);
    if (!meta) return;
    this.#present.delete(member);
    this.#remove(meta);
    if (this.isEmpty) this.stop();
    else this.#schedule();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #toMeta(key: string, payload: object, said: string, before: Meta | undefined): Meta {
    const ref = newToken(9);
    const replaces = before && this.#joins.has(before.ref) ? before.replaces : (before?.ref ?? null);
    const text = JSON.stringify({ ...payload, phx_ref: ref, phx_ref_prev: replaces ?? undefined });
    return { key, ref, replaces, said, text };
  }

  #problemWith(meta: Meta, before: Meta | undefined): string | null {
    const { presenceBytes, presencesPerTopic, presenceBytesPerTopic } = this.#limits;
    if (Buffer.byteLength(meta.said) > presenceBytes) {
      return `PresencePayloadTooLarge: A presence may have ${presenceBytes} bytes`;
    }
    const isFull =
      (!before && this.#present.size >= presencesPerTopic) ||
      this.#bytes - (before?.text.length ?? 0) + meta.text.length > presenceBytesPerTopic;
    return isFull ? 'PresenceLimitReached: Too many are present on this topic' : null;
  }

  /** Whoever was not told of it yet is not told that it is gone. */
  #remove(meta: Meta): void {
    this.#bytes -= meta.text.length;
    if (!this.#joins.delete(meta.ref)) this.#leaves.set(meta.ref, meta);
  }

  #schedule(): void {
    // Never in the same turn: the answer to the message that caused the change goes out first.
    this.#timer ??= setTimeout(() => this.#tell(), Math.max(0, this.#quietUntil - performance.now()));
  }

  #tell(): void {
    this.#timer = undefined;
    let sent = 0;
    if (this.#joins.size + this.#leaves.size > 0) {
      const diff = `{"joins":${grouped(this.#joins.values())},"leaves":${grouped(this.#leaves.values())}}`;
      this.#joins.clear();
      this.#leaves.clear();
      sent += this.#send(this.#listeners, 'presence_diff', diff);
    }
    if (this.#newcomers.size > 0) {
      const newcomers = [...this.#newcomers];
      this.#newcomers.clear();
      sent += this.#send(newcomers, 'presence_state', grouped(this.#present.values()));
      for (const member of newcomers) this.#listeners.add(member);
    }
    const pause = Math.max(this.#limits.presencePause, (sent / BYTES_PER_SECOND) * 1_000);
    this.#quietUntil = performance.now() + Math.min(pause, LONGEST_PAUSE);
  }

  /** Encodes once per version. Returns the bytes sent, about. */
  #send(members: Iterable<PresenceMember>, event: string, payload: string): number {
    const frames = new Map<ProtocolVersion, string>();
    let sent = 0;
    for (const member of members) {
      const frame =
        frames.get(member.version) ?? encodeAround(member.version, this.#wireTopic, event, payload);
      frames.set(member.version, frame);
      member.sendEncoded(frame);
      sent += frame.length;
    }
    return sent;
  }
}

/** `{"<key>":{"metas":[…]}}` */
function grouped(metas: Iterable<Meta>): string {
  const groups = [...Map.groupBy(metas, ({ key }) => key)];
  const entries = groups.map(
    ([key, own]) => `${JSON.stringify(key)}:{"metas":[${own.map(({ text }) => text).join()}]}`,
  );
  return `{${entries.join()}}`;
}
