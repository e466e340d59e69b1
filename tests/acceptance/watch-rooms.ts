import { setTimeout as sleep } from 'node:timers/promises';
import type { Person, Site } from './person.ts';

/** An answer that isn't one. */
export interface Refusal {
  /** By `performance.now()`. */
  readonly at: number;
  readonly path: string;
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: string;
}

export type Questions = Readonly<Record<string, RequestInit>>;

/** One question to each room that only the database can answer. */
export const QUESTIONS: Questions = {
  '/rest/v1/profiles?select=id': {},
  '/auth/v1/user': {},
  '/storage/v1/bucket': {},
  '/functions/v1/ensure-profile': {
    method: 'POST',
    body: '{"terms_accepted":true,"marketing_accepted":false}',
  },
};

/** The milliseconds until each question is answered again. */
export async function untilAnswered(
  { url, anonKey }: Site,
  person: Person | undefined,
  questions: Questions = QUESTIONS,
): Promise<Record<string, number>> {
  const begun = performance.now();
  const headers = headersOf(anonKey, person);
  const ask = async ([path, question]: [string, RequestInit]): Promise<[string, number]> => {
    for (;;) {
      const response = await fetch(`${url}${path}`, { ...question, headers });
      await response.arrayBuffer();
      if (response.ok) return [path, Math.round(performance.now() - begun)];
      await sleep(20);
    }
  };
  return Object.fromEntries(await Promise.all(Object.entries(questions).map(ask)));
}

const headersOf = (anonKey: string, person: Person | undefined) => ({
  apikey: anonKey,
  authorization: `Bearer ${person?.token}`,
  'content-type': 'application/json',
});

/** Asks each question again and again; keeps each answer that isn't one. */
export async function watchUntil(
  signal: AbortSignal,
  { url, anonKey }: Site,
  person: Person | undefined,
  questions: Questions = QUESTIONS,
): Promise<Refusal[]> {
  const headers = headersOf(anonKey, person);
  const refused: Refusal[] = [];
  const ask = async ([path, question]: [string, RequestInit]): Promise<void> => {
    while (!signal.aborted) {
      const response = await fetch(`${url}${path}`, { ...question, headers });
      const body = await response.text();
      const { status } = response;
      if (!response.ok)
        refused.push({
          at: performance.now(),
          path,
          status,
          retryAfter: response.headers.get('retry-after'),
          body,
        });
      await sleep(100);
    }
  };
  await Promise.all(Object.entries(questions).map(ask));
  return refused;
}
