import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { compare } from 'bcryptjs';
import { z } from 'zod';

/** Bcrypt ignores anything beyond: passwords with the same first 72 bytes would be equal. */
const MAX_BYTES = 72;

const question = z.object({ password: z.string(), passwordHash: z.string() });

/**
 * Verifies the password of an account imported with a bcrypt hash. It takes about 60 ms of JavaScript, so it runs in
 * a thread. One thread per check is fine: afterwards the hash is replaced by a current one.
 */
export function verifyBcrypt(password: string, passwordHash: string): Promise<boolean> {
  if (Buffer.byteLength(password) > MAX_BYTES) return Promise.resolve(false);
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL(import.meta.url), { workerData: { password, passwordHash } });
    thread.once('message', (matches: unknown) => resolve(matches === true));
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the bcrypt thread ended without an answer')));
  });
}

const asked = isMainThread ? undefined : question.safeParse(workerData);
if (asked?.success) parentPort?.postMessage(await compare(asked.data.password, asked.data.passwordHash));
