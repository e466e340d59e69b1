import type { Cell } from '#domain/analysis/analysis.ts';

/** How results write times. */
const PERIODS = [
  ['day', /^\d{4}-\d{2}-\d{2}$/],
  ['month', /^\d{4}-\d{2}$/],
  ['quarter', /^\d{4}-Q[1-4]$/],
  // Four other digits may number anything.
  ['year', /^(?:19|20)\d{2}$/],
] as const;
export type Period = (typeof PERIODS)[number][0];

const QUARTER = /(?<=-)Q(\d)$/;
/** Whole numbers between these are taken for years. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2100];

export const isTime = (label: Cell): label is string =>
  typeof label === 'string' && PERIODS.some(([, written]) => written.test(label));

/** What all of these labels name; null for names of other things, or of several kinds of time. */
export function finenessOf(labels: readonly Cell[]): Period | null {
  const found = PERIODS.find(([, written]) =>
    labels.every((label) => typeof label === 'string' && written.test(label)),
  );
  return found?.[0] ?? null;
}

/** When it begins, in milliseconds since 1970. */
export const beginningOf = (time: string): number =>
  Date.parse(time.replace(QUARTER, (_all, quarter) => String(Number(quarter) * 3 - 2).padStart(2, '0')));

/** Whether the numbers of a column may be years. They are written without marks for thousands, which costs a count nothing. */
export function mayBeYears(cells: readonly Cell[]): boolean {
  const numbers = cells.filter((cell) => cell !== null);
  const isYear = (cell: Cell): boolean =>
    Number.isInteger(cell) && Number(cell) >= FIRST_YEAR && Number(cell) <= LAST_YEAR;
  return numbers.length > 0 && numbers.every(isYear);
}
