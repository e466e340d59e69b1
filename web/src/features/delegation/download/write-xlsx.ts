import writeExcelFile from 'write-excel-file/universal';
import type { Cell } from '#domain/analysis/analysis.ts';
import { lettersIn } from '../chart/fit-text.ts';
import { startsRightToLeft } from './set-apart.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Longest text that Excel takes in a cell: https://support.microsoft.com/office/1672b34d-7043-467e-8e27-269d656771c3 */
const CELL_MAX = 32_767;
/** In characters: the widest column that doesn't push the others out of sight. */
const WIDTH_MAX = 60;
const WIDTH_MIN = 8;
/** In points, of the font. */
const LINE_HEIGHT = 15;
/** The highest row that Excel takes, in points. */
const ROW_MAX = 409;
/** Named, because LibreOffice shows bold text of no font in another one than the rest. */
const FONT = { fontFamily: 'Calibri', fontSize: 11 } as const;

interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Writes a table as a workbook: numbers stay numbers, days become days, and a text is never a formula. */
export function writeXlsx({ columns, rows }: Table): Promise<Blob> {
  const isNumber = columns.map((_name, at) => rows.some((row) => typeof row[at] === 'number'));
  const isDay = columns.map((_name, at) => rows.every((row) => isDayOrNone(row[at] ?? null)));
  const head = columns.map((name, at) => ({
    ...textCell(name),
    fontWeight: 'bold' as const,
    // Above its numbers or days.
    ...((isNumber[at] || isDay[at]) && { align: 'right' as const }),
  }));
  const body = rows.map((row) =>
    row.map((cell, at) => {
      const written = toCell(cell, isDay[at] === true);
      // Beside several lines, one begins with the first of them.
      return written && { ...written, alignVertical: 'top' as const };
    }),
  );
  const widths = columns.map((name, at) => {
    const widest = rows.reduce((most, row) => Math.max(most, widthOf(row[at] ?? null)), widthOf(name));
    return { width: Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, widest + 2)) };
  });
  const rightToLeft = startsRightToLeft([...columns, ...(rows[0] ?? [])].join(' '));
  return writeExcelFile(
    [head, ...body],
    { columns: widths, stickyRowsCount: 1, rightToLeft },
    // For all sheets: among the options of one, a font has no effect.
    FONT,
  ).toBlob();
}

function toCell(cell: Cell, isDay: boolean) {
  if (cell === null || cell === '') return null;
  if (typeof cell === 'number') return { type: Number, value: cell };
  if (isDay) return { type: Date, value: new Date(`${cell}T00:00:00Z`), format: 'yyyy-mm-dd' };
  return textCell(cell);
}

/**
 * What doesn't fit one line of its cell gets more of them, else it ends at its neighbour. Their height is given: Excel
 * finds it by itself, LibreOffice draws them over the row above.
 */
function textCell(text: string) {
  const value = text.slice(0, CELL_MAX);
  const lines = value
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(lettersIn(line) / WIDTH_MAX)), 0);
  const height = Math.min(ROW_MAX, lines * LINE_HEIGHT);
  return { type: String, value, ...(lines > 1 && { wrap: true, height }) };
}

/** Of its longest line. */
const widthOf = (cell: Cell): number =>
  String(cell ?? '')
    .split('\n')
    .reduce((most, line) => Math.max(most, lettersIn(line)), 0);

/** A day that the calendar has, from the first year of a workbook's. */
function isDayOrNone(cell: Cell): boolean {
  if (cell === null || cell === '') return true;
  if (typeof cell === 'number' || !DAY.test(cell) || cell < '1900-03-01') return false;
  const day = new Date(`${cell}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(cell);
}
