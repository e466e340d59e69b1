import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Finding } from './doctor.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Of the disk; a database that cannot write stops. */
const LEAST_FREE_BYTES = 1_000_000_000;

/** What lies on this machine's disk: the data, the secrets of the configuration, the web app. */
export function lookAtFolder({ dataDir }: Config): Finding[] {
  return [...lookAtData(dataDir), ...lookAtSettings(), lookAtWebApp()];
}

function lookAtData(dataDir: string): Finding[] {
  const part = 'data folder';
  if (!existsSync(dataDir)) {
    return [{ state: 'note', part, found: `${dataDir} is not there yet: the first start makes it` }];
  }
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return [{ state: 'wrong', part, found: `${dataDir} cannot be written by this user` }];
  }
  const { bavail, bsize } = statfsSync(dataDir);
  const free = `${Math.floor((bavail * bsize) / 1_000_000)} MB of its disk are free`;
  return [{ state: bavail * bsize < LEAST_FREE_BYTES ? 'note' : 'ok', part, found: `${dataDir}: ${free}` }];
}

function lookAtSettings(): Finding[] {
  if (!existsSync('.env') || process.platform === 'win32') return [];
  const isOpen = (statSync('.env').mode & 0o077) !== 0;
  return isOpen
    ? [
        {
          state: 'note',
          part: 'settings',
          found: '.env can be read by other users of this machine: chmod 600 .env',
        },
      ]
    : [];
}

function lookAtWebApp(): Finding {
  const isBuilt = existsSync(join(ROOT, 'web/build/client/index.html'));
  return isBuilt
    ? { state: 'ok', part: 'web app', found: 'built' }
    : { state: 'note', part: 'web app', found: 'not built yet: npm start does it' };
}
