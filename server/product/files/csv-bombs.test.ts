import { describe, expect, it } from 'vitest';
import { TABLES } from '#tests/bombs/csv.ts';
import { LARGE } from '#tests/bombs/large-csv.ts';
import { someOf } from '#tests/long-run.ts';
import { createFileWork } from './file-work.ts';
import { ROWS_MAX } from './table-facts.ts';

/** Generous: on a busy machine a child takes a while to start. */
const work = createFileWork({ limit: 50_000, queryLimit: 50_000 });
const named = TABLES.map((bomb) => [bomb.what, bomb] as const);

const inspect = (bytes: Buffer) => work.inspect({ owner: 'anna', read: async () => bytes });
const source = (bytes: Buffer) => ({ kind: 'csv', name: 'a.csv', bytes }) as const;

describe('a table crafted to break its parser', () => {
  it.each(
    someOf(
      named.filter(([, { why }]) => why),
      2,
    ),
  )('is rejected: one %s', async (_what, { make, why }) => {
    expect(await inspect(make())).toMatchObject({ kind: 'unusable', why });
  });

  it.each(
    someOf(
      named.filter(([, { why }]) => !why),
      2,
    ),
  )('is read up to the limits of a table: one %s', async (_what, { make, rows }) => {
    const bytes = make();
    expect(await inspect(bytes)).toMatchObject({ kind: 'csv' });
    const tables = await work.profileTables([source(bytes)]);
    expect(tables.map((table) => table.rows)).toEqual(rows === null ? [] : [rows]);
  });

  it.each(
    someOf(
      LARGE.map((table) => [table.what, table] as const),
      3,
    ),
  )('fits into the memory of a child at the maximum upload size: one %s', async (_what, { make }) => {
    const { bytes, rows: written } = make();
    expect(bytes.length).toBeGreaterThan(9.8 * 1024 * 1024);
    // One of a million lines is the header.
    const rows = Math.min(written, ROWS_MAX - 1);
    const [table] = await work.profileTables([source(bytes)]);
    expect(table?.rows).toBe(rows);
    const [outcome] = await work.queryTables([source(bytes)], ['select count(*) from a']);
    expect(outcome).toMatchObject({ ok: true, rows: [[rows]] });
  });

  // At once, three take 460 MB and ten 780.
  it('fits with others into the memory of a child', async () => {
    const small = createFileWork({ limit: 50_000, queryLimit: 50_000, memory: 400 * 1024 * 1024 });
    const quoted = LARGE.find(({ what }) => what.includes('quotation marks'));
    const { bytes, rows } = quoted?.make() ?? expect.fail();
    const sources = ['a.csv', 'b.csv', 'c.csv'].map((name) => ({ ...source(bytes), name }));
    expect(await small.profileTables(sources)).toMatchObject([{ rows }, { rows }, { rows }]);
    const joined =
      'select count(*) from (select 1 from a union all select 1 from b union all select 1 from c)';
    expect(await small.queryTables(sources, [joined])).toMatchObject([{ ok: true, rows: [[3 * rows]] }]);
  });

  it('has column names of letters, digits and underscores, whatever its header', async () => {
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
