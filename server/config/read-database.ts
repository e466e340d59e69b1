import { resolve } from 'node:path';
import { isTlsMode, TLS_MODES } from '#server/platform/db/postgres/address.ts';
import type { EnvironmentReader } from './read-environment.ts';

export type DatabaseConfig =
  | { readonly kind: 'pglite'; readonly folder: string }
  | {
      readonly kind: 'postgres';
      readonly url: string;
      /** Past a pooler in transaction mode; the same if there's none. */
      readonly directUrl: string;
    };

export function readDatabase(env: EnvironmentReader, dataDir: string): DatabaseConfig {
  const url = readAddress(env, 'DATABASE_URL');
  const directUrl = readAddress(env, 'DATABASE_DIRECT_URL');
  if (url !== null) return { kind: 'postgres', url, directUrl: directUrl ?? url };
  if (directUrl !== null) env.problem('DATABASE_DIRECT_URL: needs DATABASE_URL, the address of the pooler');
  return { kind: 'pglite', folder: resolve(dataDir, 'database') };
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
