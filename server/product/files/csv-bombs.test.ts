import { describe, expect, it } from 'vitest';
import { TABLES } from '#tests/bombs/csv.ts';
import { LARGE } from '#tests/bombs/large-csv.ts';
import { createFileWork } from './file-work.ts';
import { ROWS_MAX } from './table-facts.ts';

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

  it.each(LARGE.map((table) => [table.what, table] as const))(
    'fits into the memory of a child at the size that may be handed in: one %s',
    async (_what, { make }) => {
      const { bytes, rows: written } = make();
      expect(bytes.length).toBeGreaterThan(9.8 * 1024 * 1024);
      // Of a million lines the head is one.
      const rows = Math.min(written, ROWS_MAX - 1);
      const [table] = await work.profileTables([source(bytes)]);
      expect(table?.rows).toBe(rows);
      const [outcome] = await work.queryTables([source(bytes)], ['select count(*) from a']);
      expect(outcome).toMatchObject({ ok: true, rows: [[rows]] });
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
