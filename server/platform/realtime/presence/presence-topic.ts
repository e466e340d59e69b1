import { newToken } from '#server/lib/ids.ts';
import { encodeAround, type ProtocolVersion } from '../socket/frames.ts';
import type { PresenceLimits, PresenceMember, PresentElsewhere } from './presences.ts';

/** State that one member publishes. Each change has a new reference. */
interface Meta extends PresentElsewhere {
  /** The reference it replaces, as last sent to the listeners. */
  readonly replaces: string | null;
  /** JSON as the member sent it, to detect repeats. */
  readonly said: string;
}

/** Maximum bytes per second of a topic whose members keep changing. */
const BYTES_PER_SECOND = 8_000_000;
const LONGEST_PAUSE = 2_000;

/**
 * Members and listeners of one topic. A change on a quiet topic is sent at once. A busy one batches its changes, for
 * longer the more there is to send: otherwise a hundred members changing ten times a second would cause 100,000
 * messages a second.
 */
export class PresenceTopic {
  readonly #wireTopic: string;
  readonly #limits: PresenceLimits;
  readonly #tellOthers: (join: PresentElsewhere | null, leave: string | null) => void;
  readonly #present = new Map<PresenceMember, Meta>();
  /** Members of other processes, by process and reference. */
  readonly #elsewhere = new Map<string, Map<string, PresentElsewhere>>();
  readonly #listeners = new Set<PresenceMember>();
  /** New listeners, who get the full state after the others have got the changes it includes. */
  readonly #newcomers = new Set<PresenceMember>();
  /** Pending changes by reference. */
  readonly #joins = new Map<string, PresentElsewhere>();
  readonly #leaves = new Map<string, PresentElsewhere>();
  #bytes = 0;
  #quietUntil = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `tellOthers` is called for each change of a member of this process. */
  constructor(
    wireTopic: string,
    limits: PresenceLimits,
    tellOthers: (join: PresentElsewhere | null, leave: string | null) => void,
  ) {
    this.#wireTopic = wireTopic;
    this.#limits = limits;
    this.#tellOthers = tellOthers;
  }

  /** True without members and listeners. */
  get isEmpty(): boolean {
    return this.#present.size + this.#elsewhere.size + this.#listeners.size + this.#newcomers.size === 0;
  }

  get #size(): number {
    return [...this.#elsewhere.values()].reduce((sum, metas) => sum + metas.size, this.#present.size);
  }

  get presentHere(): readonly PresentElsewhere[] {
    return [...this.#present.values()];
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

  /**
   * Publishes a member's state. Returns the reason if that isn't possible, null otherwise. Repeating a state changes
   * nothing.
   */
  track(member: PresenceMember, payload: object): string | null {
    const said = JSON.stringify(payload);
    const before = this.#present.get(member);
    if (before?.said === said) return null;
    const meta = this.#toMeta(member.presenceKey, payload, said, before);
    const problem = this.#problemWith(meta, before);
    if (problem !== null) return problem;
    if (before) this.#remove(before);
    this.#present.set(member, meta);
    this.#add(meta);
    this.#tellOthers(meta, before?.ref ?? null);
    return null;
  }

  untrack(member: PresenceMember): void {
    const meta = this.#present.get(member);
    if (!meta) return;
    this.#present.delete(member);
    this.#remove(meta);
    this.#tellOthers(null, meta.ref);
    this.#settle();
  }

  changeElsewhere(process: string, join: PresentElsewhere | null, leave: string | null): void {
    const metas = this.#elsewhere.get(process) ?? new Map<string, PresentElsewhere>();
    const gone = leave === null ? undefined : metas.get(leave);
    if (gone) this.#remove(gone);
    if (gone) metas.delete(gone.ref);
    if (join) metas.set(join.ref, join);
    if (join) this.#add(join);
    if (metas.size > 0) this.#elsewhere.set(process, metas);
    else this.#elsewhere.delete(process);
    this.#settle();
  }

  replaceElsewhere(process: string, metas: readonly PresentElsewhere[]): void {
    const before = [...(this.#elsewhere.get(process)?.values() ?? [])];
    const kept = new Set(metas.map(({ ref }) => ref));
    const known = new Set(before.map(({ ref }) => ref));
    for (const { ref } of before) if (!kept.has(ref)) this.changeElsewhere(process, null, ref);
    for (const meta of metas) if (!known.has(meta.ref)) this.changeElsewhere(process, meta, null);
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
      (!before && this.#size >= presencesPerTopic) ||
      this.#bytes - (before?.text.length ?? 0) + meta.text.length > presenceBytesPerTopic;
    return isFull ? 'PresenceLimitReached: Too many are present on this topic' : null;
  }

  #everybody(): readonly PresentElsewhere[] {
    return [
      ...this.#present.values(),
      ...[...this.#elsewhere.values()].flatMap((metas) => [...metas.values()]),
    ];
  }

  #add(meta: PresentElsewhere): void {
    this.#bytes += meta.text.length;
    this.#joins.set(meta.ref, meta);
    this.#schedule();
  }

  /** A member that wasn't announced yet isn't announced as gone either. */
  #remove(meta: PresentElsewhere): void {
    this.#bytes -= meta.text.length;
    if (!this.#joins.delete(meta.ref)) this.#leaves.set(meta.ref, meta);
  }

  #settle(): void {
    if (this.isEmpty) this.stop();
    else this.#schedule();
  }

  #schedule(): void {
    // Always deferred: the reply to the message that caused the change goes out first.
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
      sent += this.#send(newcomers, 'presence_state', grouped(this.#everybody()));
      for (const member of newcomers) this.#listeners.add(member);
    }
    const pause = Math.max(this.#limits.presencePause, (sent / BYTES_PER_SECOND) * 1_000);
    this.#quietUntil = performance.now() + Math.min(pause, LONGEST_PAUSE);
  }

  /** Encodes once per protocol version. Returns the approximate number of bytes sent. */
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
function grouped(metas: Iterable<PresentElsewhere>): string {
  const groups = [...Map.groupBy(metas, ({ key }) => key)];
  const entries = groups.map(
    ([key, own]) => `${JSON.stringify(key)}:{"metas":[${own.map(({ text }) => text).join()}]}`,
  );
  return `{${entries.join()}}`;
}
