import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';

const ADDRESS = 'postgres://errand:violets@db.example.org/errand';
const read = (settings: Record<string, string>) => readConfig(settings).database;

describe('DATABASE_URL', () => {
  it('unset: the embedded database', () => {
    expect(read({ DATA_DIR: '/srv/errand' })).toEqual({ kind: 'pglite', folder: '/srv/errand/database' });
  });

  it('is also the direct address, unless there is one', () => {
    expect(read({ DATABASE_URL: ADDRESS })).toEqual({ kind: 'postgres', url: ADDRESS, directUrl: ADDRESS });
    const direct = `${ADDRESS}?sslmode=require`;
    expect(read({ DATABASE_URL: ADDRESS, DATABASE_DIRECT_URL: direct })).toMatchObject({ directUrl: direct });
    expect(() => read({ DATABASE_DIRECT_URL: direct })).toThrow('DATABASE_DIRECT_URL: needs DATABASE_URL');
  });

  it.each([
    ['sslmode=allow', 'sslmode must be one of disable, prefer, require, verify-ca, verify-full'],
    ['sslmode=verify-ca', 'sslmode=verify-ca needs sslrootcert=FILE'],
    ['sslmode=require&sslrootcert=system', 'sslrootcert=system needs sslmode=verify-full'],
  ])('refuses %s', (parameters, reason) => {
    expect(() => read({ DATABASE_URL: `${ADDRESS}?${parameters}` })).toThrow(`DATABASE_URL: ${reason}`);
  });
});
