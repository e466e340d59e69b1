import type { CallerGate } from '#server/lib/caller-gate.ts';
import type { Log } from '#server/lib/log.ts';
import type { ObjectStore } from '#server/providers/object-store/object-store.ts';
import { runAsCaller } from '../db/as-caller.ts';
import type { Caller } from '../db/caller.ts';
import type { Database, Result, Statement } from '../db/database.ts';
import type { LiveSessions } from '../http/tokens/authentication.ts';
import type { Links } from './links/links.ts';
import type { PictureWork } from './render/picture-work.ts';

export interface StorageLimits {
  /** Maximum bytes of an object. A bucket may lower it, never raise it. */
  readonly objectBytes: number;
  /** Maximum lifetime of a signed link in seconds. A longer one is rejected, not shortened. */
  readonly linkSeconds: number;
  /** Lifetime of a signed upload link in seconds. */
  readonly uploadLinkSeconds: number;
}

export const DEFAULT_LIMITS: StorageLimits = {
  objectBytes: 50 * 1024 * 1024,
  // As long as ended sessions are remembered, since links are revoked with the session that signed them.
  linkSeconds: 24 * 60 * 60,
  uploadLinkSeconds: 2 * 60 * 60,
};

/** Dependencies shared by this room's functions; created once. */
export interface StorageParts {
  readonly database: Database;
  readonly objectStore: ObjectStore;
  readonly liveSessions: LiveSessions;
  readonly links: Links;
  readonly pictures: PictureWork;
  readonly limits: StorageLimits;
  readonly log: Log;
  /** Stores an upload when fewer than `UPLOADS_AT_ONCE` of this person's are being stored. */
  readonly inTurn: CallerGate;
}

/** Quotas count finished files. Unfinished ones, which an upload may keep for minutes, are bounded by this. */
export const UPLOADS_AT_ONCE = 20;

/** Those needed to store and delete bytes. */
export type BlobParts = Pick<StorageParts, 'database' | 'objectStore' | 'log'>;

/** A request with its URL parsed. */
export interface StorageCall {
  readonly request: Request;
  readonly url: URL;
  readonly caller: Caller;
  /** Client address. */
  readonly ip: string;
  /** Visible to policies as `storage.operation()`. */
  readonly operation: string;
  /** Decoded; empty if the URL has none. */
  readonly bucket: string;
  readonly name: string;
}

/** Settings that policies can read: operation, method and path. */
export function settingsOf({ operation, request, url }: StorageCall): Record<string, string> {
  return {
    'storage.operation': operation,
    'request.method': request.method,
    'request.path': url.pathname,
  };
}

/** Runs statements as the caller, under row-level security. */
export function runAs(parts: StorageParts, call: StorageCall, ...statements: Statement[]): Promise<Result[]> {
  return runAsCaller(parts.database, call.caller, statements, { settings: settingsOf(call) });
}
