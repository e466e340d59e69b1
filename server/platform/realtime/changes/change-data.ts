import type { DatabaseRole } from '../../db/caller.ts';
import type { Change } from '../../db/changes.ts';
import type { Row } from '../../db/database.ts';
import type { Column, PublishedTable } from './published-tables.ts';

/** Events larger than this omit long values. */
const MAX_CHARACTERS = 1024 * 1024;
const SHORT_VALUE = 64;

/**
 * Builds the `data` of a `postgres_changes` event as JSON text: the columns this role may read, or the selected ones
 * among them, and always the primary key.
 */
export function changeData(
  change: Change,
  table: PublishedTable,
  role: DatabaseRole,
  select: readonly string[] | null,
): string {
  const columns = table.columns.filter(
    ({ name, isKey, readableBy }) =>
      readableBy.has(role) && (isKey || select === null || select.includes(name)),
  );
  const text = render(change, table, columns, null);
  return text.length <= MAX_CHARACTERS ? text : render(change, table, columns, SHORT_VALUE);
}

function render(
  change: Change,
  table: PublishedTable,
  columns: readonly Column[],
  longest: number | null,
): string {
  return JSON.stringify({
    schema: change.schema,
    table: change.table,
    type: change.type,
    commit_timestamp: change.committedAt.toISOString(),
    columns: columns.map(({ name, type }) => ({ name, type })),
    ...(change.record && { record: pick(change.record, columns, longest) }),
    ...(change.oldRecord && {
      old_record: pick(change.oldRecord, oldColumns(change, table, columns), longest),
    }),
    errors: longest === null ? null : ['Error 413: Payload Too Large'],
  });
}

/**
 * The outbox has the whole deleted row, for filters; the event only has its key, unless the table publishes whole
 * rows.
 */
function oldColumns(change: Change, table: PublishedTable, columns: readonly Column[]): readonly Column[] {
  const isWhole = change.type === 'UPDATE' || (table.publishesWholeOldRow && !table.hasRowSecurity);
  return isWhole ? columns : columns.filter(({ isKey }) => isKey);
}

function pick(row: Row, columns: readonly Column[], longest: number | null): Row {
  const kept = columns.filter(
    ({ name }) =>
      Object.hasOwn(row, name) && (longest === null || JSON.stringify(row[name]).length <= longest),
  );
  return Object.fromEntries(kept.map(({ name }) => [name, row[name]]));
}
