import { expect } from 'vitest';
import { z } from 'zod';
import type { Person } from './person.ts';
import type { Program } from './program.ts';

export interface Sent {
  readonly method?: string;
  /** A text is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of the person's own. */
  readonly token?: string;
}

/** A person at the doors of a program. */
export interface Sender {
  readonly program: Program;
  readonly person: Person;
}

export async function send(
  { program, person }: Sender,
  path: string,
  { method, body, headers, token }: Sent = {},
) {
  const response = await fetch(`${program.url}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    headers: {
      apikey: program.anonKey,
      authorization: `Bearer ${token ?? person.token}`,
      'x-supabase-api-version': '2024-01-01',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

const codeAndMessage = z.object({ code: z.string(), message: z.string().min(1) });
/** The form in which each room refuses, by its contract. */
const REFUSALS = {
  auth: codeAndMessage,
  functions: codeAndMessage,
  storage: codeAndMessage.extend({ statusCode: z.string(), error: z.string() }),
  realtime: z.union([
    z.object({ message: z.string().min(1) }),
    z.object({ errors: z.object({ messages: z.array(z.string().regex(/^\w.*: /)) }) }),
  ]),
};
export type Room = keyof typeof REFUSALS;

/** What is sent, how the door may answer. */
interface Expected extends Sent {
  readonly room: Room;
  readonly statuses: readonly number[];
}

/** The refusal's text, after a look at its form. */
export async function refusedBy(
  sender: Sender,
  path: string,
  { room, statuses, ...sent }: Expected,
): Promise<string> {
  const { status, body } = await send(sender, path, sent);
  expect(statuses, body).toContain(status);
  REFUSALS[room].parse(JSON.parse(body));
  return body;
}
