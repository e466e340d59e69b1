import { HALF, hourOf, two } from './read-date.ts';

/** `7:30`, `1:15:30`, `9:05 PM`. */
const CLOCK = new RegExp(`^(\\d{1,4}):([0-5]\\d)(?::([0-5]\\d)(?:[.,]\\d+)?)?${HALF}$`, 'i');
/** `1h 20m`, `45 min`, `PT1H30M`. */
const UNITS = /^(?:PT)?(?=\d)(?:(\d+(?:[.,]\d+)?) ?h)?(?:^| ?)(?:(\d+) ?m(?:in)?)? ?(?:(\d+) ?s(?:ec)?)?$/i;

/** `-1:30`, `+0:45`: more or less than was planned. */
const SIGN = /^[+\-−](?=[\dP])/i;
const withoutSign = (cell: string): string => cell.replace(SIGN, '');

/** A time on a clock, or a length with its sign, which is neither before noon nor after it. */
function clockOf(cell: string): readonly (string | undefined)[] | null {
  const found = CLOCK.exec(withoutSign(cell));
  return SIGN.test(cell) && found?.[4] !== undefined ? null : found;
}

/** Each of them has one of these. */
const MARK = /[:hms]/i;

/** What the cells of a column are; null if it isn't one of times. */
export function timesIn(
  cells: readonly string[],
  areMost: (count: number) => boolean,
): 'lengths' | 'times' | null {
  // Nearly all columns end here.
  if (!areMost(cells.filter((cell) => MARK.test(cell)).length)) return null;
  const clocks = cells.flatMap((cell) => [clockOf(cell) ?? []]).filter(({ length }) => length > 0);
  const hasSigns = cells.some((cell) => SIGN.test(cell) && clockOf(cell) !== null);
  if (areMost(clocks.length)) return areLengths(clocks, hasSigns) ? 'lengths' : 'times';
  // Minutes alone might be metres, and hours alone are numbers with a unit.
  const written = cells
    .flatMap((cell) => [UNITS.exec(withoutSign(cell)) ?? []])
    .filter(({ length }) => length > 0);
  const hasHours = written.some(([, hours]) => hours !== undefined);
  const hasOthers = written.some(([, , minutes, seconds]) => (minutes ?? seconds) !== undefined);
  return areMost(written.length) && hasHours && hasOthers ? 'lengths' : null;
}

/**
 * No length is before or after noon, no day has 25 hours, and no time of one has a sign; and of times with seconds, most
 * of a table's aren't in the hour after midnight.
 */
function areLengths(clocks: readonly (readonly (string | undefined)[])[], hasSigns: boolean): boolean {
  if (clocks.some(([, , , , half]) => half !== undefined)) return false;
  if (hasSigns) return true;
  const isBeyondDay = clocks.some(([, hours, minutes]) => Number(hours) + Number(minutes) / 60 > 24);
  const short = clocks.filter(([, hours, , seconds]) => Number(hours) === 0 && seconds !== undefined).length;
  return isBeyondDay || short * 2 > clocks.length;
}

/** A length of time in hours, which can be added up. Without seconds, its parts are hours and minutes. */
export function readHours(cell: string): number | null {
  const sign = /^[-−]/.test(cell) ? -1 : 1;
  const [, hours, minutes, seconds, half] = clockOf(cell) ?? UNITS.exec(withoutSign(cell)) ?? [];
  if ((hours ?? minutes ?? seconds) === undefined) return null;
  const whole = half === undefined ? Number((hours ?? '0').replace(',', '.')) : hourOf(hours ?? '', half);
  return whole === null ? null : sign * (whole + Number(minutes ?? 0) / 60 + Number(seconds ?? 0) / 3600);
}

/** A time of day that sorts: `07:30`. */
export function readTimeOfDay(cell: string): string | null {
  const [, hours = '', minutes, seconds, half] = CLOCK.exec(cell) ?? [];
  const hour = hours === '' ? null : hourOf(hours, half);
  if (hour === null) return null;
  return `${two(hour)}:${minutes}${seconds === undefined ? '' : `:${seconds}`}`;
}
