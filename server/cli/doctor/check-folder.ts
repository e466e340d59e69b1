import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { stateOf } from '../../lib/disk-space.ts';
import type { Finding } from './doctor.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Checks what is on the local disk: data, secrets in the configuration, the web app. */
export function checkFolder({ dataDir, warnings }: Config): Finding[] {
  return [...checkData(dataDir), ...checkSettings(warnings), checkWebApp()];
}

function checkData(dataDir: string): Finding[] {
  const part = 'data folder';
  if (!existsSync(dataDir)) {
    return [
      { state: 'note', part, found: `${dataDir} doesn't exist yet and will be created at the first start` },
    ];
  }
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return [{ state: 'wrong', part, found: `${dataDir} isn't writable by this user` }];
  }
  const { bavail, blocks, bsize } = statfsSync(dataDir);
  const space = { free: bavail * bsize, size: blocks * bsize };
  const state = ({ ok: 'ok', low: 'note', full: 'wrong' } as const)[stateOf(space)];
  const advice = state === 'ok' ? '' : ', free some up';
  return [
    {
      state,
      part,
      found: `${dataDir}: ${Math.floor(space.free / 1_000_000)} MB free on its disk${advice}`,
    },
  ];
}

function checkSettings(warnings: readonly string[]): Finding[] {
  const isOpen = process.platform !== 'win32' && existsSync('.env') && (statSync('.env').mode & 0o077) !== 0;
  return [
    ...(isOpen ? ['.env is readable by other users of this machine, run chmod 600 .env'] : []),
    ...warnings,
  ].map((found) => ({ state: 'note', part: 'settings', found }));
}

function checkWebApp(): Finding {
  const isBuilt = existsSync(join(ROOT, 'web/build/client/index.html'));
  return isBuilt
    ? { state: 'ok', part: 'web app', found: 'built' }
    : { state: 'note', part: 'web app', found: 'not built yet, npm start builds it' };
}
