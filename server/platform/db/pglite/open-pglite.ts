import { chmodSync } from 'node:fs';
import path from 'node:path';
import type { Log } from '#server/lib/log.ts';
import { createDatabase, DEFAULT_LIMIT } from '../create-database.ts';
import type { Database } from '../database.ts';
import { createFolder } from './create-folder.ts';
import { lockFolder } from './folder-lock.ts';
import { PgliteHost } from './host.ts';
import { TEMPLATE } from './template.ts';

export interface PgliteOptions {
  /** Created when it does not exist. Beside it lies `<folder>.lock`. */
  readonly folder: string;
  readonly log: Log;
  /** Further PostgreSQL settings. */
  readonly settings?: Readonly<Record<string, string>>;
  /** 32 MB instead of PostgreSQL's 128 MB: 277 MB of memory in all instead of 381, and no slower (measured). */
  readonly sharedBuffers?: string;
  /** Requests that may wait; one more gets 53300. */
  readonly maxQueue?: number;
  /** Requests that may be in the worker at the same time. */
  readonly depth?: number;
  /** Milliseconds that one request may run, unless it says otherwise. */
  readonly limit?: number;
  /** The worker's script; a test passes one with a failing disk. */
  readonly script?: URL;
}

/**
 * Opens the embedded database. Throws 55006 when another process has it open.
 *
 * @NOTE Everybody shares one session, whose user is a superuser: SQL that a user could shape must reach it only as a
 * prepared statement through `runAsCaller`.
 */
export async function openPglite(options: PgliteOptions): Promise<Database> {
  const { log, limit = DEFAULT_LIMIT, sharedBuffers = '32MB' } = options;
  const folder = path.resolve(options.folder);
  const lock = lockFolder(folder);
  try {
    await createFolder(folder, TEMPLATE);
    // PGlite writes files that everybody on the machine may read and change. PostgreSQL's own rule for its folder:
    chmodSync(folder, 0o700);
    const host = await PgliteHost.open({
      folder,
      log,
      limit,
      settings: { shared_buffers: sharedBuffers, ...options.settings },
      maxQueue: options.maxQueue ?? 10_000,
      depth: options.depth ?? 8,
      script: options.script,
    });
    const database = createDatabase(host, { log, limit });
    return {
      ...database,
      close: async (drain) => {
        try {
          return await database.close(drain);
        } finally {
          lock.release();
        }
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
