import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { pause } from './figures.ts';

const orderSchema = z.object({ url: z.string(), rate: z.number(), seconds: z.number() });
/** Wrong passwords: `rate` a second, however long the answers take. */
export type Flood = z.infer<typeof orderSchema>;

const answersSchema = z.array(
  z.object({ status: z.number(), retryAfter: z.string().nullable(), took: z.number() }),
);
/** `took` in milliseconds. */
export type FloodAnswers = z.infer<typeof answersSchema>;

/** Sends a flood from a thread of its own, so that whoever measures meanwhile is not held up by it. */
export function flood(order: Flood): Promise<FloodAnswers> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL(import.meta.url), { workerData: order });
    thread.once('message', (answers: unknown) => resolve(answersSchema.parse(answers)));
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the flood ended without a word')));
  });
}

/** Each from another peer, at an address of its own. The server must trust this machine to name peers. */
async function guess(url: string, n: number): Promise<FloodAnswers[number]> {
  const begun = performance.now();
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
    },
    body: JSON.stringify({ email: `stranger-${n}@example.org`, password: 'a guess among many' }),
  });
  await response.arrayBuffer();
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, retryAfter, took: performance.now() - begun };
}

async function send({ url, rate, seconds }: Flood): Promise<FloodAnswers> {
  const begun = performance.now();
  const answers: Promise<FloodAnswers[number]>[] = [];
  while (performance.now() - begun < seconds * 1000) {
    const due = ((performance.now() - begun) / 1000) * rate;
    while (answers.length < due) answers.push(guess(url, answers.length));
    await pause(5);
  }
  return Promise.all(answers);
}

if (!isMainThread) parentPort?.postMessage(await send(orderSchema.parse(workerData)));
