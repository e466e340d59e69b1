import { resolve } from 'node:path';
import { recordOf } from '#server/lib/record-of.ts';
import { isTlsMode, TLS_MODES } from '#server/platform/db/postgres/address.ts';
import type { EnvironmentReader } from './read-environment.ts';

/** Parts of the work: requests, runs and background jobs, or both. */
export const ROLES = ['all', 'web', 'worker'] as const;
export type Role = (typeof ROLES)[number];

const USUAL_POOL = 10;

export interface PostgresConfig {
  readonly kind: 'postgres';
  readonly url: string;
  /** Past a pooler in transaction mode; the same if there's none. */
  readonly directUrl: string;
  /** A standby for lists. */
  readonly readUrl: string | null;
  /** The most connections of a process, besides the one that listens, by its role. */
  readonly pools: Readonly<Record<Role, number>>;
}

export type DatabaseConfig = { readonly kind: 'pglite'; readonly folder: string } | PostgresConfig;

export function readDatabase(env: EnvironmentReader, dataDir: string): DatabaseConfig {
  const url = readAddress(env, 'DATABASE_URL');
  const directUrl = readAddress(env, 'DATABASE_DIRECT_URL');
  const readUrl = readAddress(env, 'DATABASE_READ_URL');
  const pools = readPools(env);
  if (url !== null) return { kind: 'postgres', url, directUrl: directUrl ?? url, readUrl, pools };
  if (directUrl !== null) env.problem('DATABASE_DIRECT_URL: needs DATABASE_URL, the address of the pooler');
  if (readUrl !== null) env.problem('DATABASE_READ_URL: needs DATABASE_URL, the address of the primary');
  return { kind: 'pglite', folder: resolve(dataDir, 'database') };
}

function readPools(env: EnvironmentReader): Readonly<Record<Role, number>> {
  const pools = env.pairs(
    'DATABASE_POOL',
    recordOf(ROLES, () => null),
  );
  return recordOf(ROLES, (role) => pools.integer(role, USUAL_POOL, { min: 2, max: 1_000 }));
}

/** Null if it isn't set. */
function readAddress(env: EnvironmentReader, name: string): string | null {
  const url = env.url(name, ['postgres:', 'postgresql:']);
  if (url === null) return null;
  const { searchParams } = new URL(url);
  const [mode, rootFile] = [searchParams.get('sslmode'), searchParams.get('sslrootcert')];
  if (mode !== null && !isTlsMode(mode)) {
    env.problem(`${name}: sslmode must be one of ${TLS_MODES.join(', ')}`);
  }
  if (mode === 'verify-ca' && rootFile === null) {
    env.problem(`${name}: sslmode=verify-ca needs sslrootcert=FILE, the certificate of the CA`);
  }
  if (rootFile === 'system' && mode !== 'verify-full') {
    env.problem(`${name}: sslrootcert=system needs sslmode=verify-full`);
  }
  return url;
}
