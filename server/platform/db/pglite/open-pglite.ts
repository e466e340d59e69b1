import path from 'node:path';
import type { Log } from '#server/lib/log.ts';
import { createDatabase, DEFAULT_LIMIT } from '../create-database.ts';
import { type Database, DatabaseError } from '../database.ts';
import { TurnQueue } from '../turns/turn-queue.ts';
import { closeToOthers } from './close-to-others.ts';
import { createFolder } from './create-folder.ts';
import { EXTENSIONS } from './extensions.ts';
import { lockFolder } from './folder-lock.ts';
import { type HostOptions, PgliteHost } from './host.ts';
import { TEMPLATE } from './template.ts';

export interface PgliteOptions {
  /** Created when it does not exist. Beside it lies `<folder>.lock`. */
  readonly folder: string;
  readonly log: Log;
  /** Further PostgreSQL settings. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether `create extension` finds those of EXTENSIONS. Those that the database uses already work anyway. */
  readonly offersExtensions?: boolean;
  /** 32 MB instead of PostgreSQL's 128 MB: 277 MB of memory in all instead of 381, and no slower (measured). */
  readonly sharedBuffers?: string;
  /** Requests that may wait; one more gets 53300. */
  readonly maxQueue?: number;
  /** Requests that may be in the worker at the same time. */
  readonly depth?: number;
  /** Milliseconds after the opening in which nothing is charged as dear. */
  readonly warmUp?: number;
  /** Milliseconds that one request may run, unless it says otherwise. */
  readonly limit?: number;
  /** The worker's script; a test passes one with a failing disk. */
  readonly script?: URL;
}

const DEPTH = 8;
/** Two keep the engine busy between them. */
const OWN_DEPTH = 2;
/** Its first statements take up to ten times as long as later ones (measured). */
const WARM_UP = 15_000;
/** Two files of the log are kept to be written again, not the usual five: 80 MB are a lot of a small disk. */
const SETTINGS = { min_wal_size: '32MB' };

async function openHost(options: HostOptions): Promise<PgliteHost> {
  try {
    return await PgliteHost.open(options);
  } catch (cause) {
    throw cannotOpen(options.folder, cause);
  }
}

/** The engine itself says "Aborted()", or nothing. */
function cannotOpen(folder: string, cause: unknown): DatabaseError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new DatabaseError(
    'XX001',
    `The database in ${folder} cannot be opened (${reason}). If the disk has room and is sound, its files are damaged: ` +
      'keep the folder as it is, and restore your last backup into a new one: ' +
      'DATA_DIR=<new folder> npm run errand -- restore <backup> --erased <erased-accounts.txt of the old folder>',
    { cause },
  );
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
    closeToOthers(folder);
    const host = await openHost({
      folder,
      log,
      limit,
      extensions: options.offersExtensions ? EXTENSIONS : [],
      settings: { ...SETTINGS, shared_buffers: sharedBuffers, ...options.settings },
      maxQueue: options.maxQueue ?? 10_000,
      depth: options.depth ?? DEPTH,
      script: options.script,
    });
    const turns = new TurnQueue({
      depth: options.depth ?? DEPTH,
      ownDepth: OWN_DEPTH,
      warmUp: options.warmUp ?? WARM_UP,
    });
    const database = createDatabase(host, { log, limit, turns });
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
