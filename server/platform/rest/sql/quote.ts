import { MAX_IDENTIFIER_BYTES } from '../plan/aliases.ts';
import { unparsable } from '../respond/request-errors.ts';
import type { Table } from '../schema/schema.ts';

/**
 * The only way for a name to become SQL. Names of tables and columns come from the catalogue; keys of the answer may
 * come from the caller, so a NUL (which would end the statement early) and names that would be truncated are
 * rejected.
 */
export function quoteName(name: string): string {
  if (name === '' || name.includes('\0') || Buffer.byteLength(name) > MAX_IDENTIFIER_BYTES) {
    throw unparsable(
      `failed to parse name (${name.slice(0, 100)})`,
      1,
      'a name has 1 to 63 bytes, none of them zero',
    );
  }
  return `"${name.replaceAll('"', '""')}"`;
}

export const tableName = ({ schema, name }: Table): string => `${quoteName(schema)}.${quoteName(name)}`;
