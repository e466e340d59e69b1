import type { TableIssue } from '#domain/analysis/table-issue.ts';
import { COLUMNS_SHOWN, TABLES_MAX, TABLES_SHOWN, type TableSource } from '../../table-facts.ts';
import { Grid, TextColumn } from './grid.ts';
import { nameThings } from './name-things.ts';
import type { FoundTables, LostPart, RawTable } from './raw-table.ts';
import { shapeTable } from './shape-table.ts';
import { parseCsv } from './text/parse-csv.ts';
import { type TypedTable, typeTable } from './type-table.ts';

/** Reads all tables of these files, with typed values. Deterministic. */
export async function readSources(sources: readonly TableSource[]): Promise<TypedTable[]> {
  const found: FoundTables[] = [];
  for (const source of sources) found.push(await readSource(source));
  const raw = found.flatMap(({ tables }) => tables);
  const lost = found.flatMap((each) => each.lost);
  const beyond = raw[TABLES_MAX];
  if (beyond) {
    const params = { file: beyond.file, read: TABLES_MAX, tables: raw.length - TABLES_MAX };
    lost.push({ key: 'tables_beyond', params });
  }
  const shaped = raw.slice(0, TABLES_MAX).flatMap((table) => shapeTable(table) ?? []);
  const names = nameThings(
    shaped.map((table) => titleOf(table, shaped)),
    'table',
  );
  return withLost(
    shaped.map((table, at) => typeTable(names[at] ?? '', table, countryOf(sources))),
    lost,
  );
}

const countryOf = (sources: readonly TableSource[]): string | null =>
  sources.find(({ country }) => country)?.country ?? null;

/** The file's name, with the page or sheet where a file has more than one. */
function titleOf({ file, page, sheet }: RawTable, all: readonly RawTable[]): string {
  const name = file.replace(/\.\w{1,5}$/, '');
  if (page !== null) return `${name} p${page}`;
  const isOne = all.filter((other) => other.file === file).length === 1;
  return sheet === undefined || isOne ? name : `${name} ${sheet}`;
}

/** Reports unread parts of a file at its first table; of a file without tables, at the first table of all. */
function withLost(tables: readonly TypedTable[], lost: readonly LostPart[]): TypedTable[] {
  return tables.map((table, at) => {
    const told = lost.filter(({ params: { file } }) => {
      const first = tables.findIndex((each) => each.file === file);
      return at === Math.max(0, first);
    });
    const unseen: TableIssue[] = [];
    if (at >= TABLES_SHOWN) unseen.push({ key: 'not_asked', params: { shown: TABLES_SHOWN } });
    const columns = table.columns.length - COLUMNS_SHOWN;
    if (at < TABLES_SHOWN && columns > 0)
      unseen.push({ key: 'columns_not_asked', params: { columns, shown: COLUMNS_SHOWN } });
    return { ...table, issues: [...table.issues, ...told, ...unseen] };
  });
}

async function readSource(source: TableSource): Promise<FoundTables> {
  switch (source.kind) {
    case 'csv': {
      const parsed = parseCsv(source.name, source.bytes);
      if (parsed === null) return { tables: [], lost: [] };
      return 'cells' in parsed ? { tables: [parsed], lost: [] } : { tables: [], lost: [parsed] };
    }
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
      return (await import('./pdf/pdf-tables.ts')).pdfTables(source.name, Buffer.from(source.bytes));
    case 'image':
      return {
        lost: [],
        tables: source.tables.flatMap((rows): RawTable[] => {
          const width = Math.max(0, ...rows.map((row) => row.length));
          const columns = Array.from(
            { length: width },
            (_column, at) => new TextColumn(rows.map((row) => (row[at] ?? '').trim())),
          );
          const plain = { file: source.name, origin: 'image', page: null, issues: [] } as const;
          return width > 0 ? [{ ...plain, cells: new Grid(columns), hasDecimalCommas: false }] : [];
        }),
      };
  }
}
