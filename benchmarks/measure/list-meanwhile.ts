import { setTimeout as pause } from 'node:timers/promises';

const LIST = '/rest/v1/tasks?select=*&order=created_at.desc&limit=100';
/** Milliseconds between two lists: one person, not a load. */
const BETWEEN = 10;

/** One list of 100 tasks after the other, at least one, until `work` is done; milliseconds of each. */
export async function listMeanwhile(
  url: string,
  headers: Record<string, string>,
  work: Promise<unknown>,
): Promise<number[]> {
  const samples: number[] = [];
  let isDone = false;
  const done = work.finally(() => void (isDone = true));
  do {
    const start = performance.now();
    await (await fetch(url + LIST, { headers })).arrayBuffer();
    samples.push(performance.now() - start);
    await pause(BETWEEN);
  } while (!isDone);
  await done;
  return samples;
}
