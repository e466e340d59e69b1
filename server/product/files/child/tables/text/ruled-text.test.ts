import { expect, it } from 'vitest';
import { readSources } from '../read-sources.ts';
import type { TypedTable } from '../type-table.ts';

async function read(lines: readonly string[]) {
  const tables: TypedTable[] = [];
  const source = { kind: 'csv', name: 'data.csv', bytes: Buffer.from(lines.join('\n')) } as const;
  await readSources([source], (table) => tables.push(table));
  const [table] = tables;
  return {
    labels: table?.columns.map(({ label }) => label),
    values: table?.columns.map(({ values }) => values),
  };
}

const TABLE = {
  labels: ['Name', 'Paid'],
  values: [
    ['Anna', 'Bo', 'Cleo'],
    [1.5, -2, 3.25],
  ],
};

it.each([
  [
    'of a database',
    [' Name | Paid', '------+------', ' Anna |  1.5', ' Bo   |   -2', ' Cleo | 3.25', '(3 rows)'],
  ],
  ['of Markdown', ['| Name | Paid |', '| :--- | ---: |', '| Anna | 1.5 |', '| Bo | -2 |', '| Cleo | 3.25 |']],
  [
    'of a list with a sum, as SAP prints it',
    [
      '-------',
      '|Name|Paid|',
      '-------',
      '|Anna|1.5 |',
      '|Bo|2-|',
      '|Cleo|3.25|',
      '-------',
      '|*|2.75|',
      '-------',
    ],
  ],
  ['between tabs', ['Name\tPaid', '----\t----', 'Anna\t1.5', 'Bo\t-2', 'Cleo\t3.25']],
])('reads no row from a line %s', async (_of, lines) => {
  expect(await read(lines)).toEqual(TABLE);
});

it('keeps such a line within a cell, and rows whose cells are missing', async () => {
  const quoted = ['Note,Paid', '"Hello', '-----', 'Anna",1.5', 'b,2', 'c,3'];
  expect(await read(quoted)).toMatchObject({
    values: [
      ['Hello\n-----\nAnna', 'b', 'c'],
      [1.5, 2, 3],
    ],
  });
  const missing = ['Name\tPaid\tDue', 'Anna\t---\t---', 'Bo\t2\t3', 'Cleo\t4\t5'];
  expect(await read(missing)).toMatchObject({
    values: [
      ['Anna', 'Bo', 'Cleo'],
      [null, 2, 4],
      [null, 3, 5],
    ],
  });
});
