export interface Broadcast {
  /** Without the `realtime:` prefix, such as `user:<uuid>`. */
  readonly topic: string;
  readonly event: string;
  readonly payload: object;
  readonly private: boolean;
}

/** Sends to all members of the topic, in every process. At most once, not stored. */
export interface Broadcaster {
  send(message: Broadcast): void;
}
