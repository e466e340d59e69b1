import { unparsable } from '../respond/request-errors.ts';
import type { RestError } from '../respond/rest-error.ts';
import type { Table } from '../schema/schema.ts';
import { keysOf } from './grouping.ts';
import type { PlannedField, PlannedItem } from './read-plan.ts';

/**
 * Limit on showing one column in a request, counting all paths to it: each is one or more copies of its value, and
 * PostgreSQL holds them all at once. A self-referencing row turned 1 MB into 2 GB (measured).
 */
const MAX_COLUMN = 20;
/** JSON paths are counted by their first key only, since that may select the whole value. */
const MAX_PATHS = 50;
/** PostgreSQL's target list holds 1,664 entries; more would look like a server fault. A table has at most 1,600. */
const MAX_KEYS = 1_600;

export type ShowColumn = (table: Table, field: Pick<PlannedField, 'column' | 'path'>) => void;

/** Counts the columns that one request shows. Throws PGRST100. */
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

/** Limits the keys of a row, counting repeated columns each time and those of spreads too. Throws PGRST100. */
export function assertFewKeys(items: readonly PlannedItem[]): void {
  if (keysOf(items).length > MAX_KEYS) throw tooMuch(`a row may have ${MAX_KEYS} columns`);
}

const tooMuch = (details: string): RestError => unparsable('failed to parse select parameter', 1, details);
