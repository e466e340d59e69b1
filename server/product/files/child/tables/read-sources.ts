import type { TableSource } from '../../table-facts.ts';
import { nameThings } from './name-things.ts';
import { parseCsv } from './parse-csv.ts';
import type { RawTable } from './raw-table.ts';
import { shapeTable } from './shape-table.ts';
import { type TypedTable, typeTable } from './type-table.ts';

/** Tables of all files: more are a book, not data. */
const TABLES_MAX = 40;

/** Every table of these files, with values in place of what is written. The same files give the same tables. */
export async function readSources(sources: readonly TableSource[]): Promise<TypedTable[]> {
  const raw: RawTable[] = [];
  for (const source of sources) raw.push(...(await readSource(source)));
  const shaped = raw.slice(0, TABLES_MAX).flatMap((table) => shapeTable(table) ?? []);
  const names = nameThings(
    shaped.map(({ file, page }) => `${file.replace(/\.\w{1,5}$/, '')}${page === null ? '' : ` p${page}`}`),
    'table',
  );
  return shaped.map((table, at) => typeTable(names[at] ?? '', table));
}

async function readSource(source: TableSource): Promise<RawTable[]> {
  switch (source.kind) {
    case 'csv': {
      const table = parseCsv(source.name, source.bytes);
      return table ? [table] : [];
    }
    case 'pdf':
      return (await import('./pdf-tables.ts')).pdfTables(source.name, Buffer.from(source.bytes));
    case 'image':
      return source.tables.flatMap((rows): RawTable[] => {
        const width = Math.max(0, ...rows.map((row) => row.length));
        const even = rows.map((row) => Array.from({ length: width }, (_cell, at) => (row[at] ?? '').trim()));
        const plain = { file: source.name, origin: 'image', page: null, issues: [] } as const;
        return width > 0 ? [{ ...plain, rows: even, hasDecimalCommas: false }] : [];
      });
  }
}
