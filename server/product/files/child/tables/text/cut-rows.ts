import Papa from 'papaparse';

/** Rows that tell how all of a table is written. */
export const SAMPLE_ROWS = 200;

/** How evenly rows have to be cut by what is not usual between cells, 0 to 1. */
export const EVENLY = 0.95;

/** How a text falls apart at a sign. */
export interface Cut {
  readonly delimiter: string;
  readonly rows: readonly (readonly string[])[];
  /** Cells of most rows. */
  readonly width: number;
  /** Rows with so many cells, 0 to 1. */
  readonly evenness: number;
  /** The first row is one of them. */
  readonly isHeadCut: boolean;
}

export function cutRows(sample: string, delimiter: string): Cut {
  const { data: rows } = Papa.parse<string[]>(sample, {
    delimiter,
    preview: SAMPLE_ROWS,
    skipEmptyLines: true,
  });
  const width = commonWidth(rows);
  const even = rows.filter((row) => row.length === width).length;
  return {
    delimiter,
    rows,
    width,
    evenness: rows.length === 0 ? 0 : even / rows.length,
    isHeadCut: rows[0]?.length === width,
  };
}

/** How many cells most rows have. */
export function commonWidth(rows: readonly { readonly length: number }[]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  let best = 0;
  for (const [width, count] of counts) {
    const held = counts.get(best) ?? 0;
    if (count > held || (count === held && width > best)) best = width;
  }
  return best;
}
