import { statfs } from 'node:fs/promises';
import type { Log } from './log.ts';

/** `low`: an operator has to act soon. `full`: writes are rejected, so that reading keeps working. */
export type DiskState = 'ok' | 'low' | 'full';

/** Bytes available to this program, and the disk's total. */
export interface DiskSpace {
  readonly free: number;
  readonly size: number;
}

export interface DiskWatch {
  state(): DiskState;
  /** Checks at once, for example after a write has failed. */
  look(): Promise<DiskState>;
  /** Throws DiskFullError if writes are rejected. */
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

/** File system errors: no space left, or quota exceeded. */
const NO_SPACE = new Set(['ENOSPC', 'EDQUOT']);

/** True if a file could not be written for lack of space. */
export function isNoSpace(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && NO_SPACE.has(String(error.code));
}

/** Message for people and clients. Names no file and no number. */
export const DISK_IS_FULL =
  'The server’s disk is full, so nothing was saved. You can still read everything. Please try again later.';

const MB = 1_000_000;
/**
 * Reserved for the database, whose WAL grows by 16 MB segments: without room for one, the engine can't even start.
 */
const RESERVE = 64 * 1024 * 1024;
/** Hysteresis: writes resume only somewhat above the limit, to avoid flapping. */
const RESUME_ABOVE = 96 * 1024 * 1024;
/** Milliseconds between checks: as long as the free space lasts at this speed. */
const INTERVAL = { least: 250, most: 5_000, bytesPerSecond: 4_000 * MB };
const REMIND_EVERY = 60 * 60_000;

/**
 * Threshold of a nearly full disk: 5 %, but at most 5 GB (plenty on a large disk) and at least 500 MB, or a fifth of
 * a small disk.
 */
export function lowBelow(size: number): number {
  return Math.max(Math.min(size * 0.05, 5_000 * MB), Math.min(500 * MB, size * 0.2));
}

export function stateOf({ free, size }: DiskSpace, before: DiskState = 'ok'): DiskState {
  if (free < (before === 'full' ? RESUME_ABOVE : RESERVE)) return 'full';
  return free < lowBelow(size) ? 'low' : 'ok';
}

/** Milliseconds before which the disk can't be full. */
export function nextLookIn(free: number): number {
  const lasts = (1000 * (free - RESERVE)) / INTERVAL.bytesPerSecond;
  return Math.min(INTERVAL.most, Math.max(INTERVAL.least, lasts));
}

export async function measureDisk(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}

export interface DiskWatchOptions {
  readonly log: Log;
  readonly measure: () => Promise<DiskSpace>;
}

/** Monitors the disk of the data folder, and logs alarms. */
export function createDiskWatch({ log, measure }: DiskWatchOptions): DiskWatch {
  const listeners: ((state: DiskState) => void)[] = [];
  let state: DiskState = 'ok';
  let free = 0;
  let told = 0;
  let timer: NodeJS.Timeout | undefined;

  function tell(space: DiskSpace, before: DiskState): void {
    const fields = { free_mb: Math.floor(space.free / MB), size_mb: Math.floor(space.size / MB) };
    if (state === before && Date.now() - told < REMIND_EVERY) return;
    told = Date.now();
    if (state === 'full')
      log.error('the disk of the data folder is full, so nothing is written until space is freed', fields);
    else if (state === 'low')
      log.warn('the disk of the data folder is nearly full, free up some space', fields);
    else if (before !== 'ok') log.info('the disk of the data folder has free space again', fields);
  }

  async function look(): Promise<DiskState> {
    const space = await measure();
    const before = state;
    state = stateOf(space, before);
    free = space.free;
    tell(space, before);
    if (state !== before) for (const listener of listeners) listener(state);
    return state;
  }

  function lookOn(): void {
    look()
      .catch((error: unknown) => log.warn("couldn't measure the disk of the data folder", { error }))
      .finally(() => timer && plan());
  }

  function plan(): void {
    timer = setTimeout(lookOn, nextLookIn(free)).unref();
  }

  return {
    state: () => state,
    look,
    async assertRoom() {
      if ((await look()) === 'full') throw new DiskFullError(DISK_IS_FULL);
    },
    onChange: (listener) => void listeners.push(listener),
    async start() {
      await look();
      plan();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
