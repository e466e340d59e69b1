import path from 'node:path';
import type { Log } from '#server/lib/log.ts';
import { createDatabase, DEFAULT_LIMIT } from '../create-database.ts';
import { type Database, DatabaseError } from '../database.ts';
import type { Driver } from '../driver.ts';
import { TurnQueue } from '../turns/turn-queue.ts';
import { closeToOthers } from './close-to-others.ts';
import { createFolder } from './create-folder.ts';
import { EXTENSIONS } from './extensions.ts';
import { lockFolder } from './folder-lock.ts';
import { PgliteHost } from './host.ts';
import { TEMPLATE } from './template.ts';

export interface PgliteOptions {
  /** Created if it doesn't exist. Its lock file is `<folder>.lock`. */
  readonly folder: string;
  readonly log: Log;
  /** Additional PostgreSQL settings. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Makes EXTENSIONS available to `create extension`. Those already in use work in any case. */
  readonly offersExtensions?: boolean;
  /** 32 MB instead of PostgreSQL's 128 MB: 277 MB of total memory instead of 381, and no slower (measured). */
  readonly sharedBuffers?: string;
  /** Maximum queued requests; more are rejected with 53300. */
  readonly maxQueue?: number;
  /** Maximum requests in the worker. */
  readonly depth?: number;
  /** Milliseconds after opening during which nothing is charged as expensive. */
  readonly warmUp?: number;
  /** Default timeout of a request in milliseconds. */
  readonly limit?: number;
  /** The worker's script; a test passes one with a failing disk. */
  readonly script?: URL;
}

const DEPTH = 8;
/** Two keep the engine busy. */
const OWN_DEPTH = 2;
/** The first statements take up to ten times as long as later ones (measured). */
const WARM_UP = 15_000;
/** Recycle two WAL segments instead of the usual five: 80 MB are a lot on a small disk. */
const SETTINGS = { min_wal_size: '32MB' };

/** Starts the engine on an existing folder that no other process has open. */
export async function openHost(options: PgliteOptions): Promise<PgliteHost> {
  const { folder, log, limit = DEFAULT_LIMIT, sharedBuffers = '32MB' } = options;
  try {
    return await PgliteHost.open({
      folder,
      log,
      limit,
      extensions: options.offersExtensions ? EXTENSIONS : [],
      settings: { ...SETTINGS, shared_buffers: sharedBuffers, ...options.settings },
      maxQueue: options.maxQueue ?? 10_000,
      depth: options.depth ?? DEPTH,
      script: options.script,
    });
  } catch (cause) {
    throw cannotOpen(folder, cause);
  }
}

/** The database of a started engine, with turns for those who share it. */
export function databaseOn(host: Driver, options: Omit<PgliteOptions, 'folder'>): Database {
  const { log, limit = DEFAULT_LIMIT } = options;
  const turns = new TurnQueue({
    depth: options.depth ?? DEPTH,
    ownDepth: OWN_DEPTH,
    warmUp: options.warmUp ?? WARM_UP,
  });
  return createDatabase(host, { log, limit, turns });
}

/** The engine's own message is "Aborted()", or empty. */
function cannotOpen(folder: string, cause: unknown): DatabaseError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new DatabaseError(
    'XX001',
    `Couldn't open the database in ${folder} (${reason}). If the disk is fine and has free space, the files are damaged. ` +
      'Keep the folder as it is and restore your last backup into a new one: ' +
      'DATA_DIR=<new folder> npm run errand -- restore <backup> --erased <erased-accounts.txt of the old folder>',
    { cause },
  );
}

/**
 * Opens the embedded database. Throws 55006 if another process has it open.
 *
 * @NOTE All requests share one session of a superuser: SQL that a user could influence must only reach it as a
 * prepared statement through `runAsCaller`.
 */
export async function openPglite(options: PgliteOptions): Promise<Database> {
  const folder = path.resolve(options.folder);
  const lock = lockFolder(folder);
  try {
    await createFolder(folder, TEMPLATE);
    closeToOthers(folder);
    const database = databaseOn(await openHost({ ...options, folder }), options);
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
