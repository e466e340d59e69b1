import type { Log } from '#server/lib/log.ts';
import type { ObjectStore } from '#server/providers/object-store/object-store.ts';
import { runAsCaller } from '../db/as-caller.ts';
import type { Caller } from '../db/caller.ts';
import type { Database, Result, Statement } from '../db/database.ts';
import type { LiveSessions } from '../http/authentication.ts';
import type { Links } from './links/links.ts';
import type { PictureWork } from './render/picture-work.ts';

export interface StorageLimits {
  /** Bytes of one object. A bucket may set less, never more. */
  readonly objectBytes: number;
  /** Longest life of a signed link in seconds. A longer one is refused, not shortened. */
  readonly linkSeconds: number;
  /** Life of a signed upload link in seconds. */
  readonly uploadLinkSeconds: number;
}

export const DEFAULT_LIMITS: StorageLimits = {
  objectBytes: 50 * 1024 * 1024,
  // As long as ended sessions are remembered: a link dies with the session that signed it.
  linkSeconds: 24 * 60 * 60,
  uploadLinkSeconds: 2 * 60 * 60,
};

/** What the acts of this room work with. Made once, by the room. */
export interface StorageParts {
  readonly database: Database;
  readonly objectStore: ObjectStore;
  readonly liveSessions: LiveSessions;
  readonly links: Links;
  readonly pictures: PictureWork;
  readonly limits: StorageLimits;
  readonly log: Log;
}

/** What storing and removing bytes needs of them. */
export type BlobParts = Pick<StorageParts, 'database' | 'objectStore' | 'log'>;

/** One request, as far as its address says what is wanted. */
export interface StorageCall {
  readonly request: Request;
  readonly url: URL;
  readonly caller: Caller;
  /** Where it comes from. */
  readonly ip: string;
  /** What policies may ask for as `storage.operation()`. */
  readonly operation: string;
  /** Decoded; empty where the address has none. */
  readonly bucket: string;
  readonly name: string;
}

/** Policies may also ask for the method and the path. */
export function settingsOf({ operation, request, url }: StorageCall): Record<string, string> {
  return {
    'storage.operation': operation,
    'request.method': request.method,
    'request.path': url.pathname,
  };
}

/** Runs statements as the caller: row-level security decides what they find and may do. */
export function runAs(parts: StorageParts, call: StorageCall, ...statements: Statement[]): Promise<Result[]> {
  return runAsCaller(parts.database, call.caller, statements, { settings: settingsOf(call) });
}
