import { expect, vi } from 'vitest';
import { z } from 'zod';
import { runOutput, type WholeRun, wholeRun } from '#domain/functions/answers.ts';
import type { RunStatus } from '#domain/rows/run-row.ts';
import type { Person, Site } from './person.ts';

/** What a function answers. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const refusal = z.object({ code: z.string(), message: z.string() });
export type Refusal = z.output<typeof refusal>;

/** Calls a function with fetch: the official client hides the body of a refusal. */
export async function callFunction(
  site: Site,
  name: string,
  who: Pick<Person, 'token'> | null,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await fetch(`${site.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: {
      apikey: site.anonKey,
      'content-type': 'application/json',
      ...(who === null ? {} : { authorization: `Bearer ${who.token}` }),
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

export function delegate(
  site: Site,
  who: Pick<Person, 'token'>,
  taskId: string,
  options: { readonly key?: string; readonly more?: object } = {},
): Promise<Answer> {
  return callFunction(
    site,
    'delegate',
    who,
    { task_id: taskId, ai_task_type: 'answer', ...options.more },
    options.key === undefined ? {} : { 'idempotency-key': options.key },
  );
}

/** Delegates and expects it to be accepted. */
export async function accepted(
  site: Site,
  who: Person,
  taskId: string,
  more: object = {},
): Promise<WholeRun> {
  const answer = await delegate(site, who, taskId, { more });
  expect(answer).toMatchObject({ status: 202 });
  return runOf(answer);
}

export const cancel = (site: Site, who: Pick<Person, 'token'>, runId: string): Promise<Answer> =>
  callFunction(site, 'cancel-run', who, { run_id: runId });

export const runOf = ({ body }: Answer): WholeRun => runOutput.parse(body).run;
export const refusalOf = ({ body }: Answer): Refusal => refusal.parse(body);

export async function readRun({ client }: Person, runId: string): Promise<WholeRun> {
  const { data, error } = await client.from('ai_runs').select('*').eq('id', runId).single();
  expect(error).toBeNull();
  return wholeRun.parse(data);
}

const ENDED: readonly RunStatus[] = ['succeeded', 'failed', 'cancelled'];

/** Waits until the run has ended, in whatever way. */
export const untilEnded = (person: Person, runId: string, limit?: number): Promise<WholeRun> =>
  untilRun(person, runId, ({ status }) => ENDED.includes(status), limit);

export function untilRun(
  person: Person,
  runId: string,
  accepts: (run: WholeRun) => boolean,
  limit = 60_000,
): Promise<WholeRun> {
  return vi.waitFor(
    async () => {
      const found = await readRun(person, runId);
      if (!accepts(found)) throw new Error(`the run is ${JSON.stringify(found)}`);
      return found;
    },
    { timeout: limit, interval: 50 },
  );
}
