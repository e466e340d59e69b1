import { randomUUID } from 'node:crypto';
import { openDatabase } from '#tests/programs/open-database.ts';
import type { Person } from './person.ts';
import type { Program } from './program.ts';

/** What an operator does, who has no call of the API for it: while the program rests, for the embedded database is its own. */
export async function grantCredits(program: Program, person: Person, amount: number): Promise<void> {
  await program.server.stop();
  const database = await openDatabase(program.database);
  try {
    await database.query(
      `insert into public.credit_grants (user_id, kind, amount, source, source_ref)
       values ($1, 'operator', $2, 'operator', $3)`,
      [person.id, amount, randomUUID()],
    );
  } finally {
    await database.close();
  }
  await program.start();
}
