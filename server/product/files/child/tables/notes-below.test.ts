import { expect, it } from 'vitest';
import { readSources } from './read-sources.ts';
import type { TypedTable } from './type-table.ts';

async function read(text: string): Promise<{ rows: number; says: string | null }> {
  const tables: TypedTable[] = [];
  const source = { kind: 'csv', name: 'data.csv', bytes: Buffer.from(text) } as const;
  await readSources([source], (table) => tables.push(table));
  const [table] = tables;
  if (!table) throw new Error('there is no table');
  const issue = table.issues.find(({ key }) => key === 'notes_set_aside');
  return { rows: table.rows, says: issue?.key === 'notes_set_aside' ? issue.params.says : null };
}

const CITIES = 'city,visitors\nOslo,12\nBergen,7\nMoss,3';

it.each([
  ['one line', '\nPrinted 3 May', 'Printed 3 May'],
  ['behind an empty line', '\n\nSource: Office\n', 'Source: Office'],
  ['two lines', '\n\nSource: Office\nPrinted 3 May\n', 'Source: Office · Printed 3 May'],
  ['of a quoting program', '\n"Source: Office"\n', 'Source: Office'],
])('a line without a delimiter below two columns is a note: %s', async (_what, end, says) => {
  expect(await read(CITIES + end)).toEqual({ rows: 3, says });
});

it('so is one below a title above', async () => {
  const { rows, says } = await read(`Visitors of the year\n${CITIES}\nPrinted 3 May`);
  expect({ rows, says }).toEqual({ rows: 3, says: 'Visitors of the year · Printed 3 May' });
});

it.each([
  ['a last row without its number', '\nHorten,\n', 4],
  ['two of them', '\nHorten,\nDrammen,\n', 5],
  ['a row whose delimiter is missing, where another lacks it too', '\nHorten\nSkien,4\nDrammen\n', 6],
  ['such rows above one that is whole', '\nHorten\nSkien,4\n', 5],
  ['a number alone', '\n2026\n', 4],
])('%s is data', async (_what, end, rows) => {
  expect(await read(CITIES + end)).toEqual({ rows, says: null });
});

it('a list of one column has no notes', async () => {
  expect(await read('city\nOslo\nBergen\nMoss\nPrinted 3 May')).toEqual({ rows: 4, says: null });
});
