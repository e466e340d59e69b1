import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';

const ADDRESS = 'postgres://errand:violets@db.example.org/errand';
const read = (settings: Record<string, string>) => readConfig(settings).database;

describe('DATABASE_URL', () => {
  it('unset: the embedded database', () => {
    expect(read({ DATA_DIR: '/srv/errand' })).toEqual({ kind: 'pglite', folder: '/srv/errand/database' });
  });

  it('is also the direct address, unless there is one', () => {
    expect(read({ DATABASE_URL: ADDRESS })).toEqual({
      kind: 'postgres',
      url: ADDRESS,
      directUrl: ADDRESS,
      readUrl: null,
      pools: { all: 10, web: 10, worker: 10 },
    });
    const direct = `${ADDRESS}?sslmode=require`;
    expect(read({ DATABASE_URL: ADDRESS, DATABASE_DIRECT_URL: direct })).toMatchObject({ directUrl: direct });
    expect(() => read({ DATABASE_DIRECT_URL: direct })).toThrow('DATABASE_DIRECT_URL: needs DATABASE_URL');
  });

  it('may have a standby beside it', () => {
    const standby = ADDRESS.replace('db.', 'standby.');
    expect(read({ DATABASE_URL: ADDRESS, DATABASE_READ_URL: standby })).toMatchObject({ readUrl: standby });
    expect(() => read({ DATABASE_READ_URL: standby })).toThrow('DATABASE_READ_URL: needs DATABASE_URL');
  });

  it('opens as many connections as its role may', () => {
    const pools = (text: string) => read({ DATABASE_URL: ADDRESS, DATABASE_POOL: text });
    expect(pools('web=40,worker=4')).toMatchObject({ pools: { all: 10, web: 40, worker: 4 } });
    expect(() => pools('web=1')).toThrow('DATABASE_POOL: web: must be a whole number from 2 to 1000');
    expect(() => pools('40')).toThrow('The keys are all, web, worker');
  });

  it.each([
    ['sslmode=allow', 'sslmode must be one of disable, prefer, require, verify-ca, verify-full'],
    ['sslmode=verify-ca', 'sslmode=verify-ca needs sslrootcert=FILE'],
    ['sslmode=require&sslrootcert=system', 'sslrootcert=system needs sslmode=verify-full'],
  ])('refuses %s', (parameters, reason) => {
    expect(() => read({ DATABASE_URL: `${ADDRESS}?${parameters}` })).toThrow(`DATABASE_URL: ${reason}`);
  });
});
