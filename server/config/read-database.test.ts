import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';

const ADDRESS = 'postgres://errand:violets@db.example.org/errand';
const read = (settings: Record<string, string>) => readConfig(settings).database;

describe('DATABASE_URL', () => {
  it('unset: the embedded database', () => {
    expect(read({ DATA_DIR: '/srv/errand' })).toEqual({ kind: 'pglite', folder: '/srv/errand/database' });
  });

  it.each([
    ['sslmode=allow', 'sslmode must be one of disable, prefer, require, verify-ca, verify-full'],
    ['sslmode=verify-ca', 'sslmode=verify-ca needs sslrootcert=FILE'],
    ['sslmode=require&sslrootcert=system', 'sslrootcert=system needs sslmode=verify-full'],
  ])('refuses %s', (parameters, reason) => {
    expect(() => read({ DATABASE_URL: `${ADDRESS}?${parameters}` })).toThrow(`DATABASE_URL: ${reason}`);
  });
});
