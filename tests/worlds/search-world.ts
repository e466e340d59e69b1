import { randomUUID } from 'node:crypto';
import { silentLog } from '#server/lib/log.ts';
import { createRestRoom } from '#server/platform/rest/rest-room.ts';
import { testDatabase } from '../engines/database.ts';
import { makeTask, makeUser, type TestUser } from '../fixtures/factories.ts';
import { serveRooms } from './serve-rooms.ts';
import { createTokenIssuer } from './token-issuer.ts';

export interface SearchPerson extends TestUser {
  readonly token: string;
}

export interface SearchWorld {
  readonly url: string;
  readonly anonKey: string;
  person(): Promise<SearchPerson>;
  /** An answer to a task, as a run would leave it. Resolves with its task's id and its own. */
  answer(person: TestUser, title: string, content: string): Promise<{ taskId: string; id: string }>;
  close(): Promise<void>;
}

/** The data API over the product's tables on a real port. */
export async function searchWorld(): Promise<SearchWorld> {
  const { database, close } = await testDatabase();
  const issuer = await createTokenIssuer(database);
  // On a very busy machine, a search over a thousand tasks takes more than the embedded database's second.
  const limits = { read: 60_000, write: 60_000, end: 60_000 };
  const room = createRestRoom({ database, authenticator: issuer.authenticator, log: silentLog, limits });
  const served = await serveRooms([room]);
  return {
    url: served.url,
    anonKey: issuer.keys.anonKey,
    async person() {
      const user = await makeUser(database);
      return { ...user, token: await issuer.tokenFor({ id: user.id, sessionId: randomUUID() }, 3600) };
    },
    async answer(person, title, content) {
      const taskId = await makeTask(database, person, { title });
      const [row] = await database.query<{ id: string }>(
        `with run as (
           insert into public.ai_runs
             (user_id, task_id, ai_task_type, status, finished_at, contract, contract_outcome)
           values ($1, $2, 'answer', 'succeeded', now(), '{}', '{"kept": true}') returning id
         )
         insert into public.ai_responses (user_id, task_id, run_id, content, model_used)
         select $1, $2, id, $3, 'test' from run returning id`,
        [person.id, taskId, content],
      );
      if (!row) throw new Error('the answer was not stored');
      return { taskId, id: row.id };
    },
    async close() {
      await served.close();
      await issuer.close();
      await close();
    },
  };
}
