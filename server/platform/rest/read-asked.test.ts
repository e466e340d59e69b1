import { describe, expect, it } from 'vitest';
import { createAskedReader } from './read-asked.ts';
import { REST_SETTINGS } from './rest-settings.ts';
import type { ExposedSchema } from './schema/schema.ts';

const schema: ExposedSchema = {
  name: 'public',
  allowsAggregates: false,
  tables: new Map(),
  routines: new Map(),
};
const loaded = () => ({ schemas: new Map([['public', schema]]), facts: new Map() });
const reader = () =>
  createAskedReader({ ...REST_SETTINGS, schemas: ['public'], base: '/rest/v1', maxRows: 9 });
const ask = (path: string, init: RequestInit = {}) => new Request(`http://localhost/rest/v1${path}`, init);

describe('what a request asks for', () => {
  it('is read once for equal lists, until the catalogue changes', () => {
    const [read, catalogue] = [reader(), loaded()];
    const first = read(ask('/tasks?limit=1'), catalogue);
    expect(first).toMatchObject({ path: '/tasks', target: { name: 'tasks' }, maxRows: 9, range: null });
    expect(read(ask('/tasks?limit=1', { headers: { authorization: 'Bearer x' } }), catalogue)).toBe(first);
    expect(read(ask('/tasks?limit=1'), loaded())).not.toBe(first);
  });

  it.each<[string, string, RequestInit]>([
    ['path', '/labels?limit=1', {}],
    ['query', '/tasks?limit=2', {}],
    ['method', '/tasks?limit=1', { method: 'HEAD' }],
    ['accepted type', '/tasks?limit=1', { headers: { accept: 'text/csv' } }],
    ['schema', '/tasks?limit=1', { headers: { 'accept-profile': 'public' } }],
    ['preference', '/tasks?limit=1', { headers: { prefer: 'count=exact' } }],
    ['range', '/tasks?limit=1', { headers: { range: '0-4' } }],
  ])('is read anew with another %s', (_what, path, init) => {
    const [read, catalogue] = [reader(), loaded()];
    expect(read(ask(path, init), catalogue)).not.toBe(read(ask('/tasks?limit=1'), catalogue));
  });

  it('is read each time it is a write or long, and forgotten when 500 others were asked since', () => {
    const [read, catalogue] = [reader(), loaded()];
    const isRemembered = (path: string, init?: RequestInit): boolean =>
      read(ask(path, init), catalogue) === read(ask(path, init), catalogue);
    expect(isRemembered('/tasks')).toBe(true);
    expect(isRemembered('/tasks', { method: 'POST' })).toBe(false);
    expect(isRemembered(`/tasks?title=eq.${'x'.repeat(4_000)}`)).toBe(false);
    const [first, second] = [read(ask('/a'), catalogue), read(ask('/b'), catalogue)];
    for (let at = 0; at < 499; at += 1) {
      read(ask(`/tasks?limit=${at}`), catalogue);
      read(ask('/a'), catalogue);
    }
    expect(read(ask('/a'), catalogue)).toBe(first);
    expect(read(ask('/b'), catalogue)).not.toBe(second);
  });
});
