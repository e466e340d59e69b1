export interface Notification {
  readonly channel: string;
  readonly payload: string;
}

type OnPayload = (payload: string) => void;

/** Who listens to which channel. The session is told by whoever owns it. */
export class Listeners {
  readonly #channels = new Map<string, Set<OnPayload>>();

  add(channel: string, onPayload: OnPayload): void {
    const listeners = this.#channels.get(channel) ?? new Set();
    this.#channels.set(channel, listeners.add(onPayload));
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

  /** Each listener is called in a turn of its own, in order. */
  deliver({ channel, payload }: Notification): void {
    for (const onPayload of this.#channels.get(channel) ?? []) queueMicrotask(() => onPayload(payload));
  }
}

/** Said for every listener: once more does no harm, and each then knows that it can be heard. */
export const listenTo = (channel: string): string => `listen ${quoteIdentifier(channel)}`;
export const stopListeningTo = (channel: string): string => `unlisten ${quoteIdentifier(channel)}`;

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
