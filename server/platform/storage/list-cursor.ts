import { z } from 'zod';
import { refusals } from './storage-error.ts';

const cursorSchema = z.object({
  column: z.enum(['name', 'updated_at', 'created_at']),
  order: z.enum(['asc', 'desc']),
  /** Of the last entry that was shown; a folder's ends with a slash. */
  name: z.string().max(1_100),
  /** What it was sorted by, as PostgreSQL writes it: a Date would lose the microseconds. */
  value: z.string().max(1_100),
});

/** Where a page ended. It grants nothing, so it is not signed: row-level security decides what the next page shows. */
export type Cursor = z.infer<typeof cursorSchema>;

export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** Throws StorageError for anything that `writeCursor` has not written. */
export function readCursor(text: string): Cursor {
  try {
    const cursor = cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    if (cursor.column === 'name' || TIMESTAMP.test(cursor.value)) return cursor;
  } catch {
    // Refused below, like a good form with a bad time in it.
  }
  throw refusals.invalidRequest('cursor: is not one that a list has given');
}

const TIMESTAMP = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/;
