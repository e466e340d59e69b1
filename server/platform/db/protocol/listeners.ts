export interface Notification {
  readonly channel: string;
  readonly payload: string;
}

type OnPayload = (payload: string) => void;

/** Who listens to which channel. The session is told by whoever owns it. */
export class Listeners {
  readonly #channels = new Map<string, Set<OnPayload>>();

  /** True when the session does not listen to this channel yet. */
  add(channel: string, onPayload: OnPayload): boolean {
    const listeners = this.#channels.get(channel);
    if (listeners) {
      listeners.add(onPayload);
      return false;
    }
    this.#channels.set(channel, new Set([onPayload]));
    return true;
  }

  /** True when nobody is left, so that the session can stop listening. */
  remove(channel: string, onPayload: OnPayload): boolean {
    const listeners = this.#channels.get(channel);
    if (!listeners?.delete(onPayload) || listeners.size > 0) return false;
    return this.#channels.delete(channel);
  }

  channels(): string[] {
    return [...this.#channels.keys()];
  }

  /** Each listener is called in a turn of its own, so that one that throws takes nothing with it. */
  deliver({ channel, payload }: Notification): void {
    for (const onPayload of this.#channels.get(channel) ?? []) queueMicrotask(() => onPayload(payload));
  }
}

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
