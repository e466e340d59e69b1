export interface Notification {
  readonly channel: string;
  readonly payload: string;
}

type OnPayload = (payload: string) => void;

/** Listeners by channel. The owner of the session issues LISTEN and UNLISTEN. */
export class Listeners {
  readonly #channels = new Map<string, Set<OnPayload>>();

  add(channel: string, onPayload: OnPayload): void {
    const listeners = this.#channels.get(channel) ?? new Set();
    this.#channels.set(channel, listeners.add(onPayload));
  }

  /** True if no listener is left, so that the session can stop listening. */
  remove(channel: string, onPayload: OnPayload): boolean {
    const listeners = this.#channels.get(channel);
    if (!listeners?.delete(onPayload) || listeners.size > 0) return false;
    return this.#channels.delete(channel);
  }

  channels(): string[] {
    return [...this.#channels.keys()];
  }

  /** Calls each listener in its own microtask, in order. */
  deliver({ channel, payload }: Notification): void {
    for (const onPayload of this.#channels.get(channel) ?? []) queueMicrotask(() => onPayload(payload));
  }
}

/** Issued for every listener: LISTEN is idempotent, and each then knows that it is active. */
export const listenTo = (channel: string): string => `listen ${quoteIdentifier(channel)}`;
export const stopListeningTo = (channel: string): string => `unlisten ${quoteIdentifier(channel)}`;

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
