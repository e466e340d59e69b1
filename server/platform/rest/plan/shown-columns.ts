import { unparsable } from '../respond/request-errors.ts';
import type { RestError } from '../respond/rest-error.ts';
import type { Table } from '../schema/schema.ts';
import { keysOf } from './grouping.ts';
import type { PlannedField, PlannedItem } from './read-plan.ts';

/**
 * How often one request may show one column, by whatever ways: each time is a copy of its value, or several, and
 * PostgreSQL holds them all at once. A row that is its own parent made 2 GB of 1 MB (measured).
 */
const MAX_COLUMN = 20;
/** Other paths are other parts of a value, but for the first step, which may have the whole value behind it. */
const MAX_PATHS = 50;
/** PostgreSQL has 1,664 in a list, and would answer that as a fault of the server. A table has 1,600 at most. */
const MAX_KEYS = 1_600;

export type ShowColumn = (table: Table, field: Pick<PlannedField, 'column' | 'path'>) => void;

/** Counts what one request shows. Throws PGRST100. */
export function createShownColumns(): ShowColumn {
  const shown = new Map<string, number>();
  return ({ name }, { column, path }) => {
    const key = JSON.stringify([name, column.name, path[0]?.key]);
    const times = (shown.get(key) ?? 0) + 1;
    shown.set(key, times);
    const most = path.length === 0 ? MAX_COLUMN : MAX_PATHS;
    if (times > most) throw tooMuch(`one column may be shown ${most} times: ${column.name}`);
  };
}

/** Columns that are shown twice count twice, and those of spreads among the others. Throws PGRST100. */
export function assertFewKeys(items: readonly PlannedItem[]): void {
  if (keysOf(items).length > MAX_KEYS) throw tooMuch(`a row may have ${MAX_KEYS} columns`);
}

const tooMuch = (details: string): RestError => unparsable('failed to parse select parameter', 1, details);
