import { expect, it } from 'vitest';
import { KNOWN_TABLES, type PeopleTable, UNSEEN_TABLES } from '#tests/fixtures/tables/people-tables.ts';
import { profileTables } from './work-on-tables.ts';

async function readBack({ lines, country }: PeopleTable) {
  const bytes = Buffer.from(lines.join('\r\n'));
  const source = { kind: 'csv', name: 'table.csv', bytes, country: country ?? null } as const;
  const [table] = await profileTables([source]);
  return {
    columns: table?.columns.map(({ label, type, unit }) => `${label}: ${type}${unit ? ` (${unit})` : ''}`),
    rows: table?.rows,
    first: table?.sample[0],
    told: table?.issues.map(({ key }) => key).toSorted(),
  };
}

const expected = ({ columns, rows, first, told }: PeopleTable) => ({
  columns,
  rows,
  first: first.map((cell) => (typeof cell === 'number' ? expect.closeTo(cell, 8) : cell)),
  told: told.toSorted(),
});

it.each(KNOWN_TABLES)('reads a table of $of', async (table) => {
  expect(await readBack(table)).toEqual(expected(table));
});

it.each(UNSEEN_TABLES)('reads a table that it was not written for: $of', async (table) => {
  expect(await readBack(table)).toEqual(expected(table));
});
