import { isValue } from './columns/read-value.ts';
import { isNothing } from './columns/typed-column.ts';
import type { Grid } from './grid.ts';
import type { RawTable, Span } from './raw-table.ts';

/** Rows above the data in which a heading of two lines is looked for. */
const HEAD_ROWS = 20;
const YEAR = /^(?:19|20)\d\d$/;
const WITH_YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/;

type Row = readonly string[];

/** What may be a heading, and the rows around it. */
interface Lines {
  readonly above: readonly Row[];
  readonly upper: Row;
  readonly lower: Row;
  readonly below: readonly Row[];
}

export interface JoinedHead {
  readonly cells: Grid;
  /** The first name that was joined; null if nothing was. */
  readonly example: string | null;
}

/**
 * Joins a heading of two lines, `2026` over `H1` and `H2`, into one: `2026 H1`, `2026 H2`. The upper line is one of
 * groups only if its cells are merged over some of the columns, or if the lower line can't stand alone, because its
 * names repeat, or some are missing and all stand above values; or if it's a year alone above all values. Of three lines,
 * the second one is merged over some of the columns, too.
 */
export function joinHead({ cells, spans = [] }: Pick<RawTable, 'cells' | 'spans'>): JoinedHead {
  for (let at = 0; at < Math.min(HEAD_ROWS, cells.length - 2); at += 1) {
    const joined = joinLines(cells, spans, at);
    if (joined === null) continue;
    const below = isMerged(spans, at + 1) ? joinLines(cells, spans, at + 1) : null;
    if (below === null) return { cells: cells.withJoined(at, joined.names), example: joined.example };
    const two = cells.withJoined(at + 1, below.names);
    const three = joinLines(two, spans, at);
    return three === null
      ? { cells: two, example: below.example }
      : { cells: two.withJoined(at, three.names), example: three.example };
  }
  return { cells, example: null };
}

/** A second line of groups: that of names is the third. */
const isMerged = (spans: readonly Span[], at: number): boolean => spans.some(({ row }) => row === at);

/** Names of a line joined with those of the next one; null if they aren't a heading of two lines. */
function joinLines(
  cells: Grid,
  spans: readonly Span[],
  at: number,
): { names: readonly string[]; example: string | null } | null {
  const [upper = [], lower = [], ...below] = cells.rows(at, at + 7);
  const ofRow = spans.filter(({ row }) => row === at);
  if (!areNames(upper) || !areNames(lower) || !areAboveValues(lower, below)) return null;
  const groups = groupsOf({ above: cells.rows(0, at), upper, lower, below }, ofRow);
  if (groups === null) return null;
  const names = lower.map((name, column) => joinNames(groups[column] ?? '', name));
  const example = names.find((name, column) => name !== lower[column] && lower[column] !== '') ?? null;
  return { names, example };
}

const filled = (row: Row): number => row.filter((cell) => cell !== '').length;

/** Names, and years as names. */
const areNames = (row: Row): boolean =>
  filled(row) > 0 && row.every((cell) => cell === '' || YEAR.test(cell) || !isValue(cell));

/** A name stands above numbers or dates, as in a table's last line of headings. */
const areAboveValues = (names: Row, below: readonly Row[]): boolean =>
  names.some((name, at) => {
    const values = below.map((row) => row[at] ?? '').filter(isValue);
    // A year may be one of many in a column, and no name.
    return (
      name !== '' && values.length > 0 && !(YEAR.test(name) && values.every((value) => YEAR.test(value)))
    );
  });

/** The group of each column, empty where there is none. Null if the upper line has no groups. */
function groupsOf(lines: Lines, spans: readonly Span[]): string[] | null {
  const { upper, lower } = lines;
  const width = upper.length;
  const isTitle = ({ from, to }: Span): boolean => to - from >= width || (from === 0 && filled(upper) === 1);
  if (spans.length > 0 && !spans.some(isTitle)) {
    const groups = [...upper];
    for (const { from, to } of spans) groups.fill(upper[from] ?? '', from, to);
    return groups;
  }
  const isComplete = upper.every((cell, at) => cell !== '' || lower[at] !== '');
  const hasGaps = lower.some((cell) => cell !== '' && isNothing(cell));
  const ofYear = groupOfYear(lines);
  if (ofYear !== null) return ofYear;
  if (filled(upper) < 2 || !isComplete || hasGaps) return null;
  if (!canNotStandAlone(upper, lower) && !completesUpper(lines)) return null;
  let group = '';
  const groups = upper.map((cell, at) => {
    // A name that stands above nothing is the column's own, and no group.
    if (cell !== '') group = cell;
    else if (lower[at] === '') group = '';
    return group;
  });
  const isGroup = groups.some((each, at) => upper[at] === '' && each !== '' && lower[at] !== '');
  return isGroup ? groups : null;
}

/** The same name stands under two of the upper line's. */
function canNotStandAlone(upper: Row, lower: Row): boolean {
  const names = lower.filter((name, at) => name !== '' && name !== upper[at]);
  return new Set(names).size < names.length;
}

/**
 * The lower line only names columns of values, below groups of the upper line that go on to their right, and lacks
 * others. A row of words under a heading that lacks a name would stand above words somewhere; and above a heading are
 * only notes.
 */
function completesUpper({ above, upper, lower, below }: Lines): boolean {
  const goOn = upper.every((cell, at) => cell !== '' || (at > 0 && lower[at - 1] !== ''));
  const areNotes = above.every((row) => filled(row) <= filled(upper));
  const areOfValues = lower.every((name, at) => name === '' || isOfValues(below, at));
  return lower.includes('') && goOn && areNotes && areOfValues;
}

function isOfValues(rows: readonly Row[], column: number): boolean {
  const cells = rows.map((row) => row[column] ?? '').filter((cell) => !isNothing(cell));
  return cells.length > 0 && cells.every(isValue);
}

/**
 * A year alone above the first of the columns of values, behind which are no others: what a text file has kept of a cell
 * that is merged over all of them. A name with a year of its own can't be of that one.
 */
function groupOfYear({ upper, lower, below }: Lines): string[] | null {
  const at = upper.findIndex((cell) => cell !== '');
  const year = upper[at] ?? '';
  if (filled(upper) !== 1 || !YEAR.test(year) || at === 0) return null;
  const names = lower.slice(at);
  if (names.length < 2 || names.some((name) => name === '' || WITH_YEAR.test(name))) return null;
  const isAbove = lower.every((_name, column) => isOfValues(below, column) === column >= at);
  return isAbove ? lower.map((_name, column) => (column < at ? '' : year)) : null;
}

function joinNames(group: string, name: string): string {
  if (group === '' || group === name) return name;
  return name === '' ? group : `${group} ${name}`;
}
