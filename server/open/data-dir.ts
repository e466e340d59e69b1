import { accessSync, constants, mkdirSync } from 'node:fs';
import { ConfigError } from '../config.ts';

/**
 * Creates the installation's data folder. Returns the first folder that had to be created, or null.
 * Throws ConfigError if it can't be created or written.
 */
export function openDataDir(folder: string): string | null {
  try {
    const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    return made ?? null;
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new ConfigError([`DATA_DIR: ${folder} must be a folder that this program can write to${reason}`]);
  }
}
