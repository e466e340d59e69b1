import { WebSocket } from 'ws';
import type { Caller } from '../../db/caller.ts';
import type { Channel } from './channel.ts';
import { encodeText, type Frame, type ProtocolVersion } from './frames.ts';
import { Allowance, type RealtimeLimits, TimeAllowance } from './limits.ts';

/** One open WebSocket and the channels joined through it. */
export class LiveSocket {
  readonly version: ProtocolVersion;
  /** The caller of the key in the URL; a channel may bring a user's token. */
  readonly caller: Caller;
  /** By wire topic, such as `realtime:tasks`. */
  readonly channels = new Map<string, Channel>();
  readonly joins: Allowance;
  readonly presences: Allowance;
  readonly patterns: TimeAllowance;
  readonly openedAt = performance.now();
  lastMessageAt = performance.now();
  hasJoined = false;
  readonly #ws: WebSocket;
  readonly #limits: RealtimeLimits;
  readonly #messages: Allowance;
  readonly #busy = new Map<string, Promise<void>>();

  constructor(ws: WebSocket, options: { version: ProtocolVersion; caller: Caller; limits: RealtimeLimits }) {
    this.#ws = ws;
    this.version = options.version;
    this.caller = options.caller;
    this.#limits = options.limits;
    this.#messages = new Allowance(options.limits.messagesPerSecond, 1_000);
    this.presences = new Allowance(options.limits.presencesPerTenSeconds, 10_000);
    this.patterns = new TimeAllowance(options.limits.patternTime, 10_000);
    this.joins = new Allowance(options.limits.joinsPerTenSeconds, 10_000);
  }

  get isOpen(): boolean {
    return this.#ws.readyState === WebSocket.OPEN;
  }

  /** Records a message from the client; false if it has sent too many. */
  heard(): boolean {
    this.lastMessageAt = performance.now();
    return this.#messages.take();
  }

  send(frame: Frame): void {
    this.sendEncoded(encodeText(this.version, frame));
  }

  sendEncoded(data: string | Uint8Array): void {
    if (!this.isOpen) return;
    // A reader this slow is gone or hostile; its queue would fill the memory.
    if (this.#ws.bufferedAmount > this.#limits.sendBufferBytes) return this.#ws.terminate();
    this.#ws.send(data);
  }

  reply(
    to: { joinRef: string | null; ref: string | null; topic: string },
    status: 'ok' | 'error',
    response: object,
  ): void {
    if (to.ref === null) return;
    const { joinRef, ref, topic } = to;
    this.send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } });
  }

  /** Runs the work of one topic in message order; topics don't wait for each other. */
  inTurn(topic: string, work: () => void | Promise<void>): Promise<void> {
    const turn = (this.#busy.get(topic) ?? Promise.resolve()).then(work);
    const settled = turn
      .catch(() => {})
      .then(() => {
        if (this.#busy.get(topic) === settled) this.#busy.delete(topic);
      });
    this.#busy.set(topic, settled);
    return turn;
  }

  close(code: number, reason: string): void {
    this.#ws.close(code, reason);
  }

  terminate(): void {
    this.#ws.terminate();
  }
}
