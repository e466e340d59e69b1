import { accessSync, constants, mkdirSync } from 'node:fs';
import { ConfigError } from './config.ts';

/** Makes the folder that holds everything of this installation. Throws ConfigError where that cannot be. */
export function openDataDir(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new ConfigError([`DATA_DIR: ${folder} must be a folder that this program can write${reason}`]);
  }
}
