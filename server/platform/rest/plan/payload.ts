import { invalidBody } from '../respond/request-errors.ts';
import { columnToWriteNotFound } from '../respond/schema-errors.ts';
import type { Table } from '../schema/schema.ts';
import type { Payload } from './write-plan.ts';

/** A JSON body: its text is passed to the database unchanged, its parsed value determines the columns. */
export interface JsonBody {
  readonly text: string;
  readonly value: unknown;
}

/**
 * Determines the columns that a body sets. Without `columns=`, all objects must have the same keys. Throws PGRST102
 * or PGRST204.
 */
export function planPayload(
  table: Table,
  body: JsonBody,
  { columns, missing }: { readonly columns: readonly string[] | null; readonly missing: Payload['missing'] },
): Payload {
  const items: readonly unknown[] = Array.isArray(body.value) ? body.value : [body.value];
  const names = columns ?? commonKeys(items);
  if (columns !== null && !items.every(isObject)) throw invalidBody('Empty or invalid json');
  return {
    columns: names.map((name) => {
      const column = table.columns.get(name);
      if (column === undefined) throw columnToWriteNotFound(table, name);
      return column;
    }),
    json: Array.isArray(body.value) ? body.text : `[${body.text}]`,
    rows: items.length,
    missing,
  };
}

function commonKeys(items: readonly unknown[]): readonly string[] {
  const [first, ...others] = items;
  if (first === undefined) return [];
  if (!isObject(first)) throw invalidBody('Empty or invalid json');
  const keys = Object.keys(first);
  const isSame = (item: unknown): boolean =>
    isObject(item) &&
    Object.keys(item).length === keys.length &&
    keys.every((key) => Object.hasOwn(item, key));
  if (!others.every(isSame)) throw invalidBody('All object keys must match');
  return keys;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
