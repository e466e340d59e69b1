import { resolve } from 'node:path';
import { isTlsMode, TLS_MODES } from '#server/platform/db/postgres/address.ts';
import type { EnvironmentReader } from './read-environment.ts';

export type DatabaseConfig =
  | { readonly kind: 'pglite'; readonly folder: string }
  | { readonly kind: 'postgres'; readonly url: string };

export function readDatabase(env: EnvironmentReader, dataDir: string): DatabaseConfig {
  const url = readAddress(env, 'DATABASE_URL');
  return url === null ? { kind: 'pglite', folder: resolve(dataDir, 'database') } : { kind: 'postgres', url };
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
