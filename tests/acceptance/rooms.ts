import { randomUUID } from 'node:crypto';
import type { Person } from './person.ts';
import type { Program } from './program.ts';
import { type Asked, ask, type Question } from './two-users/two-users.ts';

const ROOMS: readonly [room: string, path: string, sent?: Question][] = [
  ['auth', '/auth/v1/user'],
  ['rest', '/rest/v1/tasks?select=id,title'],
  ['storage', '/storage/v1/bucket'],
  ['functions', '/functions/v1/cancel-run', { method: 'POST', body: { run_id: randomUUID() } }],
];

/** What each room says to the access token. */
export async function answersOf(program: Program, person: Person): Promise<Record<string, Asked>> {
  const answers = ROOMS.map(
    async ([room, path, sent]) => [room, await ask(program, person, path, sent)] as const,
  );
  return Object.fromEntries(await Promise.all(answers));
}

export async function statusesOf(program: Program, person: Person): Promise<Record<string, number>> {
  const answers = Object.entries(await answersOf(program, person));
  return Object.fromEntries(answers.map(([room, { status }]) => [room, status]));
}

/** The statuses of whoever is nobody. */
export const REFUSED = { auth: 403, rest: 401, storage: 400, functions: 401 };
