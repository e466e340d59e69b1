import { describe, expect, it } from 'vitest';
import { TABLES } from '#tests/bombs/csv.ts';
import { createFileWork } from './file-work.ts';

/** Patient: on a busy machine a child takes its time to start. */
const work = createFileWork({ limit: 50_000, queryLimit: 50_000 });
const named = TABLES.map((bomb) => [bomb.what, bomb] as const);

const inspect = (bytes: Buffer) => work.inspect({ owner: 'anna', read: async () => bytes });
const source = (bytes: Buffer) => ({ kind: 'csv', name: 'a.csv', bytes }) as const;

describe('a table that is built to break its reader', () => {
  it.each(named.filter(([, { why }]) => why))('is refused: one %s', async (_what, { make, why }) => {
    expect(await inspect(make())).toMatchObject({ kind: 'unusable', why });
  });

  it.each(named.filter(([, { why }]) => !why))(
    'is read as far as a table goes: one %s',
    async (_what, { make, rows }) => {
      const bytes = make();
      expect(await inspect(bytes)).toEqual({ kind: 'csv' });
      const tables = await work.profileTables([source(bytes)]);
      expect(tables.map((table) => table.rows)).toEqual(rows === null ? [] : [rows]);
    },
  );

  it('is asked by names that are letters, digits and underscores, whatever its head says', async () => {
    for (const [, { make }] of named.filter(([what]) => what.startsWith('whose head'))) {
      const [table] = await work.profileTables([source(make())]);
      const names = table?.columns.map(({ name }) => name) ?? [];
      for (const name of names) expect(name).toMatch(/^\w+$/);
      const sums = names.map((name) => `sum(${name})`).join(', ');
      const [outcome] = await work.queryTables([source(make())], [`select ${sums}, count(*) from a`]);
      expect(outcome).toMatchObject({ ok: true, count: 1 });
    }
  });
});
