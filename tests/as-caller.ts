import type { Database, Row } from '#server/platform/db/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';

/** Runs one statement as the database role of a caller, as the data API would. */
export async function asCaller<T extends object = Row>(
  database: Database,
  caller: Caller,
  text: string,
  values: readonly unknown[] = [],
): Promise<T[]> {
  return database.transaction(async (tx) => {
    await tx.query("select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)", [
      caller.role,
      JSON.stringify(caller.claims),
    ]);
    return tx.query<T>(text, values);
  });
}
