import { TABLES_SHOWN } from '../../../table-facts.ts';
import { isValue } from '../columns/read-value.ts';
import { Grid } from '../grid.ts';
import type { AboutRows, RawTable, SheetPlaces, Span } from '../raw-table.ts';
import { shapeTable } from '../shape-table.ts';
import { rangeOf } from './cell-place.ts';

/** Rows that tell whether a part of a sheet is a table of its own. */
const SEEN = 60;
/** A sheet with more parts than this is one table with gaps between its rows. */
const PARTS_MAX = 200;

/** A part of a sheet, by indexes of its rows and columns up to, but not including, the last. */
interface Region {
  readonly rows: Extent;
  readonly columns: Extent;
}
type Extent = readonly [from: number, to: number];

/**
 * Splits a sheet into the tables that stand below or beside each other on it. Empty rows or columns between two parts
 * aren't enough, since people leave them within a table, too: each part has its own line of names above values. Parts that
 * are beside each other are one table yet if they go down to the same row, unless their names are the same.
 */
export function splitSheet(table: RawTable): RawTable[] {
  const { places } = table;
  if (places === undefined) return [table];
  const whole: Region = { rows: [0, table.cells.length], columns: [0, table.cells.width] };
  const parts = new Sheet(table, places).split(whole);
  // Of more tables than a model is shown, some would be left out.
  if (parts.length < 2 || parts.length > TABLES_SHOWN) return [table];
  return parts.map((part, at) => {
    const own = cut(table, part);
    const range = rangeOf(
      { row: places.rows[part.rows[0]] ?? 0, column: places.columns[part.columns[0]] ?? 0 },
      { row: places.rows[part.rows[1] - 1] ?? 0, column: places.columns[part.columns[1] - 1] ?? 0 },
    );
    // What is hidden or empty was counted for the sheet.
    const issues = at === 0 ? table.issues : table.issues.filter(({ key }) => key === 'hidden_sheet');
    return {
      ...own,
      issues: [...issues, { key: 'sheet_split', params: { tables: parts.length, range } }],
    };
  });
}

class Sheet {
  readonly #table: RawTable;
  readonly #places: SheetPlaces;

  constructor(table: RawTable, places: SheetPlaces) {
    this.#table = table;
    this.#places = places;
  }

  split(region: Region): Region[] {
    const below = this.#below(region);
    if (below.length > 1) return below.flatMap((part) => this.split(part));
    const beside = this.#beside(region);
    return beside.length > 1 ? beside.flatMap((part) => this.split(part)) : [region];
  }

  #below(region: Region): Region[] {
    const parts = this.#runs(region, 'rows').map((rows) => ({ ...region, rows }));
    if (parts.length > PARTS_MAX) return [region];
    const together: Region[] = [];
    let isBegun = false;
    for (const part of parts) {
      const before = together.at(-1);
      const isOwn = this.#namesOf(part) !== null;
      // A title stands above its table, with an empty row between.
      if (before === undefined || (isOwn && isBegun)) together.push(this.#withTitle(together, part));
      else together.splice(-1, 1, { ...before, rows: [before.rows[0], part.rows[1]] });
      isBegun ||= isOwn;
    }
    return together;
  }

  /** Takes the last row of the part above, if it's a title and nearer to this part than to what is above it. */
  #withTitle(together: Region[], part: Region): Region {
    const before = together.at(-1);
    if (before === undefined) return part;
    const last = before.rows[1] - 1;
    const gap = (row: number): number => (this.#places.rows[row] ?? 0) - (this.#places.rows[row - 1] ?? 0);
    const cells = cut(this.#table, { ...before, rows: [last, last + 1] }).cells.row(0);
    const isTitle = cells.filter((cell) => cell !== '').length === 1 && gap(last) > 1;
    if (!isTitle || gap(last) < gap(last + 1) || last <= before.rows[0]) return part;
    together.splice(-1, 1, { ...before, rows: [before.rows[0], last] });
    return { ...part, rows: [last, part.rows[1]] };
  }

  #beside(region: Region): Region[] {
    const parts = this.#runs(region, 'columns').map((columns) => this.#trim({ ...region, columns }));
    if (parts.length < 2 || parts.length > PARTS_MAX) return [region];
    const together: Region[] = [];
    for (const part of parts) {
      const before = together.at(-1);
      if (before === undefined || this.#areTwo(before, part)) together.push(part);
      else together.splice(-1, 1, spanning(before, part));
    }
    return together;
  }

  #areTwo(left: Region, right: Region): boolean {
    const [one, other] = [this.#namesOf(left), this.#namesOf(right)];
    if (one === null || other === null) return false;
    if (one.join('\n') === other.join('\n')) return true;
    // One table has no name twice; but years beside each other have, and only numbers below it.
    const [first = ''] = cut(this.#table, right).cells.row(1);
    if (one.some((name) => other.includes(name)) && !isValue(first)) return true;
    if (this.#below(right).length > 1) return true;
    // Rows that are described to the right may be some of them only.
    return this.#runs(right, 'rows').length === 1 && this.#bodyOf(left) !== this.#bodyOf(right);
  }

  /** Rows below the names, without sums: a table may have them to the left alone. */
  #bodyOf(region: Region): number {
    return shapeTable(cut(this.#table, region))?.cells.length ?? 0;
  }

  /** Names of a table's columns, if it's one: above values, and two at least. */
  #namesOf(region: Region): readonly string[] | null {
    const [from, to] = region.rows;
    const shaped = shapeTable(cut(this.#table, { ...region, rows: [from, Math.min(to, from + SEEN)] }));
    if (shaped === null || shaped.labels.length < 2) return null;
    if (shaped.issues.some(({ key }) => key === 'no_header')) return null;
    const first = shaped.cells.row(0);
    const isAboveValues = shaped.labels.some((label, at) => !isValue(label) && isValue(first[at] ?? ''));
    return isAboveValues ? shaped.labels : null;
  }

  /** Rows or columns that follow each other without an empty one between. */
  #runs({ rows, columns }: Region, along: 'rows' | 'columns'): Extent[] {
    const grid = this.#table.cells;
    const numbers = this.#places[along];
    const [from, to] = along === 'rows' ? rows : columns;
    const isWhole =
      along === 'rows'
        ? columns[0] === 0 && columns[1] === grid.width
        : rows[0] === 0 && rows[1] === grid.length;
    const runs: [number, number][] = [];
    for (let at = from; at < to; at += 1) {
      // Of the whole sheet, empty ones have been left out.
      if (!isWhole && this.#isEmpty({ rows, columns, [along]: [at, at + 1] })) continue;
      const last = runs.at(-1);
      if (last && last[1] === at && numbers[at] === (numbers[at - 1] ?? 0) + 1) last[1] = at + 1;
      else runs.push([at, at + 1]);
    }
    return runs;
  }

  #isEmpty({ rows: [from, to], columns }: Region): boolean {
    return this.#table.cells.columns.slice(...columns).every((column) => {
      for (let row = from; row < to; row += 1) if (column.at(row) !== '') return false;
      return true;
    });
  }

  /** Without empty rows above and below. */
  #trim(region: Region): Region {
    let [from, to] = region.rows;
    while (from < to && this.#isEmpty({ ...region, rows: [from, from + 1] })) from += 1;
    while (to > from && this.#isEmpty({ ...region, rows: [to - 1, to] })) to -= 1;
    return { ...region, rows: [from, to] };
  }
}

const spanning = (one: Region, other: Region): Region => ({
  rows: [Math.min(one.rows[0], other.rows[0]), Math.max(one.rows[1], other.rows[1])],
  columns: [one.columns[0], other.columns[1]],
});

/** A part of a table, without its empty rows. */
function cut(table: RawTable, { rows: [from, to], columns }: Region): RawTable {
  const grid = new Grid(table.cells.columns.slice(...columns)).slice(from, to);
  const empty = new Set<number>();
  /** How many empty rows are above each row. */
  const above: number[] = [];
  for (let row = 0; row < grid.length; row += 1) {
    above.push(empty.size);
    if (grid.columns.every((column) => column.at(row) === '')) empty.add(row);
  }
  const spans = (table.spans ?? []).flatMap((span): Span[] => {
    const [first, end] = columns;
    const isIn = span.row >= from && span.row < to && span.from >= first && span.from < end;
    if (!isIn) return [];
    const row = span.row - from;
    return [{ row: row - (above[row] ?? 0), from: span.from - first, to: Math.min(span.to, end) - first }];
  });
  const place = (row: number): number => row - from - (above[row - from] ?? empty.size);
  const about = (table.about ?? []).flatMap((taken): AboutRows[] => {
    const [first, end] = columns;
    const isIn = taken.row >= from && taken.row < to && taken.column >= first && taken.column < end;
    if (!isIn) return [];
    return [
      {
        row: place(taken.row),
        column: taken.column - first,
        from: place(taken.from),
        to: place(taken.to),
      },
    ];
  });
  const { places: _sheet, ...others } = table;
  return { ...others, cells: grid.without(empty), spans, about };
}
