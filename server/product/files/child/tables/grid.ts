/** Cells of a column, from the first row on. Some are only cut out of a file's text when they are asked for. */
export interface Column {
  readonly length: number;
  /** Empty beyond the last row. */
  at(row: number): string;
  /** From a row up to, but not including, another. */
  slice(from: number, to: number): Column;
}

/** Cells that are there already. */
export class TextColumn implements Column {
  readonly length: number;
  readonly #cells: readonly string[];
  readonly #first: number;

  constructor(cells: readonly string[], first = 0, length = cells.length) {
    this.#cells = cells;
    this.#first = first;
    this.length = length;
  }

  at(row: number): string {
    return this.#cells[this.#first + row] ?? '';
  }

  slice(from: number, to: number): TextColumn {
    return new TextColumn(this.#cells, this.#first + from, to - from);
  }
}

export function mapCells<Result>(column: Column, map: (cell: string, row: number) => Result): Result[] {
  const results: Result[] = [];
  for (let row = 0; row < column.length; row += 1) results.push(map(column.at(row), row));
  return results;
}

/** Cells of a table, by column: an array for each of a million rows takes several times the memory, and the time. */
export class Grid {
  readonly columns: readonly Column[];
  /** Number of rows. */
  readonly length: number;

  /** Columns of the same length. */
  constructor(columns: readonly Column[]) {
    this.columns = columns;
    this.length = columns[0]?.length ?? 0;
  }

  /** As wide as the first row. */
  static ofRows(rows: readonly (readonly string[])[]): Grid {
    const [first = []] = rows;
    return new Grid(first.map((_cell, column) => new TextColumn(rows.map((row) => row[column] ?? ''))));
  }

  get width(): number {
    return this.columns.length;
  }

  row(at: number): string[] {
    return this.columns.map((column) => column.at(at));
  }

  /** From a row up to, but not including, another. */
  rows(from = 0, to = this.length): string[][] {
    const first = Math.max(0, from);
    const count = Math.max(0, Math.min(to, this.length) - first);
    return Array.from({ length: count }, (_row, at) => this.row(first + at));
  }

  slice(from: number, to = this.length): Grid {
    if (from === 0 && to === this.length) return this;
    return new Grid(this.columns.map((column) => column.slice(from, to)));
  }

  /** With another row in place of two. */
  withJoined(at: number, joined: readonly string[]): Grid {
    return new Grid(
      this.columns.map((column, place) => {
        const cells = mapCells(column, (cell) => cell);
        return new TextColumn(cells.toSpliced(at, 2, joined[place] ?? ''));
      }),
    );
  }

  without(rows: ReadonlySet<number>): Grid {
    if (rows.size === 0) return this;
    return new Grid(
      this.columns.map((column) => {
        const cells = mapCells(column, (cell) => cell);
        return new TextColumn(cells.filter((_cell, at) => !rows.has(at)));
      }),
    );
  }
}
