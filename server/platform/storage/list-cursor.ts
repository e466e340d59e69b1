import { z } from 'zod';
import { refusals } from './storage-error.ts';

const cursorSchema = z.object({
  column: z.enum(['name', 'updated_at', 'created_at']),
  order: z.enum(['asc', 'desc']),
  /** Name of the last entry shown; a folder's ends with a slash. */
  name: z.string().max(1_100),
  /** Its sort value as PostgreSQL text: a Date would lose the microseconds. */
  value: z.string().max(1_100),
});

/** End of a page. Not signed, since it grants nothing: row-level security filters the next page. */
export type Cursor = z.infer<typeof cursorSchema>;

export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** Throws StorageError for anything not written by `writeCursor`. */
export function readCursor(text: string): Cursor {
  try {
    const cursor = cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    if (cursor.column === 'name' || TIMESTAMP.test(cursor.value)) return cursor;
  } catch {
    // Rejected below, as is a well-formed cursor with an invalid time.
  }
  throw refusals.invalidRequest('cursor: is not one that a list has given');
}

const TIMESTAMP = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/;
