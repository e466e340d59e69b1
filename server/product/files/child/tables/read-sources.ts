import { TABLES_MAX, type TableSource } from '../../table-facts.ts';
import { Grid, TextColumn } from './grid.ts';
import { createNames } from './name-things.ts';
import type { FoundTables, LostPart, RawTable } from './raw-table.ts';
import { shapeTable } from './shape-table.ts';
import { parseCsv } from './text/parse-csv.ts';
import { type TypedTable, typeTable } from './type-table.ts';

/**
 * Reads the tables of these files, one file after the other, with typed values. Of each table, only what `use` keeps
 * stays in memory: ten files would take a gigabyte at once. Returns what couldn't be read. Deterministic.
 */
export async function readSources(
  sources: readonly TableSource[],
  use: (table: TypedTable) => void,
): Promise<readonly LostPart[]> {
  const lost: LostPart[] = [];
  const nameTable = createNames('table');
  let read = 0;
  /** Files of further tables, which aren't read. */
  const beyond: string[] = [];
  for (const source of sources) {
    const found = await readSource(source);
    lost.push(...found.lost);
    const tables = found.tables.slice(0, TABLES_MAX - read);
    read += tables.length;
    beyond.push(...found.tables.slice(tables.length).map(({ file }) => file));
    const shaped = tables.flatMap((table) => shapeTable(table) ?? []);
    for (const table of shaped) {
      const name = nameTable(titleOf(table, shaped.length));
      use(typeTable(name, table, countryOf(sources)));
    }
    // V8 looks for garbage only when its heap is full: by then, ten files have taken twice the memory.
    if (sources.length > 1) globalThis.gc?.({ type: 'major', execution: 'sync' });
  }
  const [file] = beyond;
  if (file !== undefined)
    lost.push({ key: 'tables_beyond', params: { file, read: TABLES_MAX, tables: beyond.length } });
  return lost;
}

const countryOf = (sources: readonly TableSource[]): string | null =>
  sources.find(({ country }) => country)?.country ?? null;

/** The file's name, with the page or sheet where a file has more than one. */
function titleOf({ file, page, sheet }: RawTable, tablesOfFile: number): string {
  const name = file.replace(/\.\w{1,5}$/, '');
  if (page !== null) return `${name} p${page}`;
  return sheet === undefined || tablesOfFile === 1 ? name : `${name} ${sheet}`;
}

async function readSource(source: TableSource): Promise<FoundTables> {
  switch (source.kind) {
    case 'csv':
      return parseCsv(source.name, source.bytes);
    case 'xlsx':
    case 'ods': {
      const [{ readWorkbook }, { splitSheet }] = await Promise.all([
        import('./sheets/read-workbook.ts'),
        import('./sheets/split-sheet.ts'),
      ]);
      const { tables, lost } = await readWorkbook({ ...source, kind: source.kind });
      return { tables: tables.flatMap(splitSheet), lost };
    }
    case 'pdf':
      return (await import('./pdf/pdf-tables.ts')).pdfTables(
        source.name,
        Buffer.from(source.bytes),
        source.lookedAt,
      );
    case 'image':
      return {
        lost: [],
        tables: source.tables.flatMap((rows): RawTable[] => {
          const width = Math.max(0, ...rows.map((row) => row.length));
          const columns = Array.from(
            { length: width },
            (_column, at) => new TextColumn(rows.map((row) => (row[at] ?? '').trim())),
          );
          const plain = {
            file: source.name,
            origin: 'image',
            page: source.page ?? null,
            issues: [],
          } as const;
          return width > 0 ? [{ ...plain, cells: new Grid(columns), hasDecimalCommas: false }] : [];
        }),
      };
  }
}
