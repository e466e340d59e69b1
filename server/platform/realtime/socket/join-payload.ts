import { z } from 'zod';
import type { ChangeRequest } from '../changes/change-subscriptions.ts';

/** A client's join options, with defaults filled in. */
export interface JoinConfig {
  readonly private: boolean;
  readonly broadcast: {
    readonly self: boolean;
    readonly ack: boolean;
    /** Replays stored messages since this time (ms since 1970). */
    readonly replay: { readonly since: number; readonly limit: number } | null;
    /** Requests a system message as soon as messages sent by SQL will arrive. */
    readonly tellReady: boolean;
  };
  readonly presence: { readonly enabled: boolean; readonly key: string };
  readonly changes: readonly ChangeRequest[];
  /** Delays the reply until changes will arrive; it is an error if they can't. */
  readonly waitForChanges: boolean;
}

export interface JoinPayload {
  readonly config: JoinConfig;
  /** Empty to use the socket's key. */
  readonly token: string;
}

/** Some clients send booleans as text. */
const flag = z
  .union([z.boolean(), z.string(), z.null()])
  .optional()
  .transform((value) => value === true || value === 'true');

const MAX_REPLAY = 25;
/** https://tc39.es/ecma262/#sec-time-values-and-time-range */
const LATEST_DATE = 8.64e15;
const MAX_REQUESTS = 100;

const changeRequest = z.object({
  event: z.enum(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: z.string().max(63),
  table: z.string().max(63).optional(),
  filter: z
    .string()
    .max(4_000)
    .nullish()
    .transform((text) => text ?? undefined),
  select: z.array(z.string().max(63)).max(200).optional(),
});

const payload = z.object({
  access_token: z.string().nullish(),
  config: z
    .object({
      private: flag,
      broadcast: z
        .object({
          self: flag,
          ack: flag,
          replication_ready: flag,
          replay: z
            .object({
              since: z.number().min(0).max(LATEST_DATE),
              limit: z.number().int().min(1).max(MAX_REPLAY).default(MAX_REPLAY),
            })
            .nullish(),
        })
        .nullish(),
      presence: z.object({ enabled: flag, key: z.string().max(255).nullish() }).nullish(),
      postgres_changes: z
        .array(changeRequest.nullable())
        .max(MAX_REQUESTS)
        .nullish()
        .transform((requests) => (requests ?? []).filter((request) => request !== null)),
      postgres_changes_options: z.object({ wait: flag }).nullish(),
    })
    .nullish(),
});

/** Parses a join payload; returns the reason as text if it is invalid. */
export function readJoinPayload(value: unknown): JoinPayload | string {
  const parsed = payload.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `InvalidJoinPayload: ${issue?.path.join('.') || 'payload'}: ${issue?.message}`;
  }
  const { config, access_token: token } = parsed.data;
  const { broadcast, presence } = config ?? {};
  return {
    token: token ?? '',
    config: {
      private: config?.private ?? false,
      broadcast: {
        self: broadcast?.self ?? false,
        ack: broadcast?.ack ?? false,
        replay: broadcast?.replay ?? null,
        tellReady: broadcast?.replication_ready ?? false,
      },
      presence: { enabled: presence?.enabled ?? false, key: presence?.key ?? '' },
      changes: config?.postgres_changes ?? [],
      waitForChanges: config?.postgres_changes_options?.wait ?? false,
    },
  };
}
