import type { Cell, Figure, RanQuery } from '#domain/analysis.ts';
import { isLanguageCode } from '#domain/languages.ts';

/** Data of a chart: labels with their numbers. */
export interface FigureValues {
  readonly series: readonly string[];
  readonly marks: readonly {
    readonly label: string;
    readonly x: number;
    readonly values: readonly (number | null)[];
  }[];
  /** Ends of the scale; includes zero for charts with bars. */
  readonly low: number;
  readonly high: number;
}

export function toFigureValues(
  { kind, label, values }: Figure,
  { columns, rows }: RanQuery,
  format: Format,
): FigureValues {
  const marks = rows.map((row, at) => {
    const name = row[label] ?? null;
    return {
      label: format(name),
      x: kind === 'scatter' && typeof name === 'number' ? name : at,
      values: values.map((column) => toNumber(row[column])),
    };
  });
  const numbers = marks.flatMap((mark) => mark.values).filter((value) => value !== null);
  const isFromNothing = kind !== 'line' && kind !== 'scatter';
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  return {
    series: values.map((column) => columns[column] ?? ''),
    marks,
    low: isFromNothing ? Math.min(0, low) : roomBelow(low, high),
    high: isFromNothing ? Math.max(0, high) : high,
  };
}

/** Starts a line chart of non-negative values at zero only if the values come near it. */
function roomBelow(low: number, high: number): number {
  return low >= 0 && low < (high - low) * 2 ? 0 : low;
}

function toNumber(cell: Cell | undefined): number | null {
  return typeof cell === 'number' ? cell : null;
}

export type Format = (cell: Cell) => string;

/** Formats cells in the given language; in the device's if it is unknown. */
export function createFormat(language: string): Format {
  const numbers = new Intl.NumberFormat(isLanguageCode(language) ? language : undefined, {
    maximumFractionDigits: 2,
  });
  return (cell) => (typeof cell === 'number' ? numbers.format(cell) : (cell ?? '–'));
}
