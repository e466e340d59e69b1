import type { Account } from './account.ts';
import { median, pause, percentile } from './figures.ts';

/** Milliseconds between two lists of one person. */
const READ_EVERY = 50;

export interface Timed {
  readonly status: number;
  readonly took: number;
}

export async function timed(url: string, init: RequestInit): Promise<Timed> {
  const begun = performance.now();
  const response = await fetch(url, init);
  await response.arrayBuffer();
  return { status: response.status, took: performance.now() - begun };
}

/** Lists that signed-in people ask for until the work is done; milliseconds of each. */
export async function readDuring(url: string, people: readonly Account[], work: Promise<unknown>) {
  const samples: number[] = [];
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  const read = async ({ headers }: Account): Promise<void> => {
    while (!isDone) {
      const path = '/rest/v1/tasks?select=*&order=created_at.desc&limit=100';
      const { status, took } = await timed(url + path, { headers: { ...headers } });
      if (status !== 200) throw new Error(`a list was answered ${status}`);
      samples.push(took);
      await pause(READ_EVERY);
    }
  };
  await Promise.all([done, ...people.map(read)]);
  return { 'lists p50 ms': median(samples), 'p99 ms': percentile(samples, 0.99) };
}
