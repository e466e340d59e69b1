import { existsSync } from 'node:fs';
import { ConfigError } from '../config/read-environment.ts';
import type { Config } from '../config.ts';
import { createDiskWatch, type DiskWatch, measureDisk, stateOf } from '../lib/disk-space.ts';
import type { Log } from '../lib/log.ts';

/** A new database takes 40 MB, its migrations and the WAL of both as much again. */
const FIRST_START = 160 * 1024 * 1024;

/** Monitors the disk of the data folder. Throws ConfigError if there is too little space to start. */
export async function openDisk({ dataDir, database }: Config, log: Log): Promise<DiskWatch> {
  const measure = () => measureDisk(dataDir);
  if (database.kind === 'pglite') {
    const space = await measure();
    const isNew = !existsSync(database.folder);
    if (stateOf(space) === 'full' || (isNew && space.free < FIRST_START)) {
      const free = Math.floor(space.free / 1_000_000);
      throw new ConfigError([
        `DATA_DIR: the disk of ${dataDir} has only ${free} MB left, too little ${isNew ? 'for a first start' : 'to start'}. Free up some space or use a folder on another disk.`,
      ]);
    }
  }
  const disk = createDiskWatch({ log, measure });
  await disk.start();
  return disk;
}
