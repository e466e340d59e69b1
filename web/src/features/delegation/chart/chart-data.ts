import type { Cell, ChartKind, RanQuery } from '#domain/analysis/analysis.ts';
import type { ChartColumns } from '#domain/analysis/chart-fit.ts';
import { isLanguageCode, language } from '#domain/languages.ts';
import { beginningOf, isTime, mayBeYears } from './periods.ts';

export interface Mark {
  readonly label: string;
  /** Place on the axis to the right. */
  readonly x: number;
  readonly values: readonly (number | null)[];
}

/** What a chart draws: labels with their numbers. */
export interface ChartData {
  readonly kind: ChartKind;
  readonly unit: string;
  /** Name of the column of the labels. */
  readonly below: string;
  /** Names of the columns of values. */
  readonly series: readonly string[];
  readonly marks: readonly Mark[];
  /** Ends of the scale; includes zero for charts with bars. */
  readonly low: number;
  readonly high: number;
  readonly format: Format;
  /** Writes what stands below: years without marks for thousands. */
  readonly formatBelow: Format;
  readonly isRightToLeft: boolean;
}

export function toChartData(
  { kind, label, values }: ChartColumns,
  { columns, rows }: Pick<RanQuery, 'columns' | 'rows'>,
  unit: string,
  code: string,
): ChartData {
  const format = createFormat(code);
  const labels = rows.map((row) => row[label] ?? null);
  const formatBelow = formatOf(labels, format);
  const toX = kind === 'line' || kind === 'scatter' ? placeOf(labels) : null;
  const marks = rows.map((row, at) => ({
    label: formatBelow(row[label] ?? null),
    x: toX?.(row[label] ?? null) ?? at,
    values: values.map((column) => toNumber(row[column])),
  }));
  return {
    kind,
    unit,
    below: columns[label] ?? '',
    series: values.map((column) => columns[column] ?? ''),
    // A line goes from the earliest to the latest, in whatever order the query has listed them.
    marks: kind === 'line' && toX ? marks.toSorted((one, other) => one.x - other.x) : marks,
    ...endsOf(kind, marks),
    format,
    formatBelow,
    isRightToLeft: isLanguageCode(code) && language(code).direction === 'rtl',
  };
}

/** How labels become places: numbers as they are, days, months, quarters and years by time; null for names, which stand in their order. */
function placeOf(labels: readonly Cell[]): ((label: Cell) => number) | null {
  if (labels.every((label) => typeof label === 'number')) return Number;
  if (labels.every(isTime)) return (label) => beginningOf(String(label));
  return null;
}

/** Whether a line from label to label means anything: names have no order. */
export const haveOrder = (labels: readonly Cell[]): boolean => placeOf(labels) !== null;

function endsOf(kind: ChartKind, marks: readonly Mark[]): { low: number; high: number } {
  const sum = (values: Mark['values']): number =>
    values.reduce<number>((total, value) => total + (value ?? 0), 0);
  const numbers = marks
    .flatMap(({ values }) => (kind === 'stacked' ? [sum(values)] : values))
    .filter((value) => value !== null);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  if (kind === 'bar' || kind === 'stacked' || kind === 'histogram')
    return { low: Math.min(0, low), high: Math.max(0, high) };
  return { low: roomBelow(low, high), high };
}

/** Starts at zero where non-negative values come near it. */
function roomBelow(low: number, high: number): number {
  return low >= 0 && low < (high - low) * 2 ? 0 : low;
}

function toNumber(cell: Cell | undefined): number | null {
  return typeof cell === 'number' ? cell : null;
}

/** Writes a cell, and a number's unit where its language puts it: "€5", "5 €", "5%", "5 kg". */
export type Format = (cell: Cell, unit?: string) => string;

/** Formats cells in the given language; in the device's if it is unknown. */
export function createFormat(code: string): Format {
  const language = isLanguageCode(code) ? code : undefined;
  const digits = { minimumFractionDigits: 0, maximumFractionDigits: 2 };
  const numbers = new Intl.NumberFormat(language, digits);
  const percentages = new Intl.NumberFormat(language, { ...digits, style: 'unit', unit: 'percent' });
  // Any currency: a language puts all their signs in the same place.
  const money = new Intl.NumberFormat(language, { ...digits, style: 'currency', currency: 'EUR' });
  return (cell, unit = '') => {
    if (typeof cell !== 'number') return cell ?? '–';
    if (unit === '%') return percentages.format(cell);
    if (/^\p{Currency_Symbol}$/u.test(unit))
      return money
        .formatToParts(cell)
        .map(({ type, value }) => (type === 'currency' ? unit : value))
        .join('');
    return unit === '' ? numbers.format(cell) : `${numbers.format(cell)}\u00a0${unit}`;
  };
}

/** How the cells of a column are written. */
export const formatOf = (cells: readonly Cell[], format: Format): Format =>
  mayBeYears(cells) ? (cell) => (cell === null ? format(null) : String(cell)) : format;

/** The values of a mark in words; several with their names. */
export function wordMark({ values }: Mark, { series, format, unit }: ChartData): string {
  const [value = null, ...others] = values;
  if (others.length === 0) return format(value, unit);
  return values.map((each, at) => `${series[at]} ${format(each, unit)}`).join(', ');
}
