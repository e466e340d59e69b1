import { statfs } from 'node:fs/promises';
import type { Log } from './log.ts';

/** `low`: an operator has to act soon. `full`: nothing is written any more, so that reading goes on. */
export type DiskState = 'ok' | 'low' | 'full';

/** Bytes that this program may still use, of all that the disk has. */
export interface DiskSpace {
  readonly free: number;
  readonly size: number;
}

export interface DiskWatch {
  state(): DiskState;
  /** Looks at once: whoever has just been refused by the disk wants to know why. */
  look(): Promise<DiskState>;
  /** Throws DiskFullError where nothing more may be written. */
  assertRoom(): Promise<void>;
  onChange(listener: (state: DiskState) => void): void;
  start(): Promise<void>;
  stop(): void;
}

/** Nothing was written, because the disk of the data folder is full. */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError';
  readonly code = 'ENOSPC';
}

/** Of the file system: no space, or the quota of this user is used up. */
const NO_SPACE = new Set(['ENOSPC', 'EDQUOT']);

/** Whether a file could not be written for want of room. */
export function isNoSpace(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && NO_SPACE.has(String(error.code));
}

/** What people and clients are told, whoever was refused. It names no file and no figure. */
export const DISK_IS_FULL =
  'The disk of this server is full. Nothing was saved. Reading still works; please try again later.';

const MB = 1_000_000;
/** Kept for the database, whose log grows by files of 16 MB: an engine that cannot write it cannot even start. */
const RESERVE = 64 * 1024 * 1024;
/** Writing begins again somewhat above the point where it has ended, or both would take turns. */
const ROOM_AGAIN = 96 * 1024 * 1024;
const INTERVAL = 250;
const REMIND_EVERY = 60 * 60_000;

/**
 * Below it a disk counts as nearly full: 5 % of it, which of a large disk is plenty, so 5 GB at most; and 500 MB at
 * least, which a small disk never has, so a fifth of it at most.
 */
export function lowBelow(size: number): number {
  return Math.max(Math.min(size * 0.05, 5_000 * MB), Math.min(500 * MB, size * 0.2));
}

export function stateOf({ free, size }: DiskSpace, before: DiskState = 'ok'): DiskState {
  if (free < (before === 'full' ? ROOM_AGAIN : RESERVE)) return 'full';
  return free < lowBelow(size) ? 'low' : 'ok';
}

export async function measureDisk(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}

export interface DiskWatchOptions {
  readonly log: Log;
  readonly measure: () => Promise<DiskSpace>;
}

/** Watches the disk of the data folder, and raises the alarm in the log. */
export function createDiskWatch({ log, measure }: DiskWatchOptions): DiskWatch {
  const listeners: ((state: DiskState) => void)[] = [];
  let state: DiskState = 'ok';
  let told = 0;
  let timer: NodeJS.Timeout | undefined;

  function tell(space: DiskSpace, before: DiskState): void {
    const fields = { free_mb: Math.floor(space.free / MB), size_mb: Math.floor(space.size / MB) };
    if (state === before && Date.now() - told < REMIND_EVERY) return;
    told = Date.now();
    if (state === 'full')
      log.error('the disk of the data folder is full: nothing is written until there is room', fields);
    else if (state === 'low') log.warn('the disk of the data folder is nearly full: make room', fields);
    else if (before !== 'ok') log.info('the disk of the data folder has room again', fields);
  }

  async function look(): Promise<DiskState> {
    const space = await measure();
    const before = state;
    state = stateOf(space, before);
    tell(space, before);
    if (state !== before) for (const listener of listeners) listener(state);
    return state;
  }

  const lookOn = (): void => {
    look().catch((error: unknown) =>
      log.warn('the disk of the data folder could not be measured', { error }),
    );
  };

  return {
    state: () => state,
    look,
    async assertRoom() {
      if ((await look()) === 'full') throw new DiskFullError(DISK_IS_FULL);
    },
    onChange: (listener) => void listeners.push(listener),
    async start() {
      await look();
      timer = setInterval(lookOn, INTERVAL);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}
