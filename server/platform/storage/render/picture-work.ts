import { abortable } from '#server/lib/abortable.ts';
import { createFairGate } from '#server/lib/fair-gate.ts';
import { timeoutSignal } from '#server/lib/timeout-signal.ts';
import { GateShutError } from '#server/lib/work-gate.ts';
import { refusals } from '../storage-error.ts';
import { createPictureChild, type PictureChildOptions } from './picture-child.ts';
import type { PictureJob, PictureProblem } from './picture-job.ts';

export interface Picture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

export interface PictureRequest {
  /** Fair queueing key: a user or an address. */
  readonly person: string;
  /**
   * Reads the bytes when the turn comes, so that queued jobs hold no memory. The signal aborts reading, so that
   * abandoned jobs don't either.
   */
  readonly job: (signal: AbortSignal) => Promise<PictureJob>;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}

/** Transforms images in a separate process. */
export interface PictureWork {
  /** Throws StorageError for an invalid or too large image or a full queue; Error if the process doesn't start. */
  transform(request: PictureRequest): Promise<Picture>;
  stop(): void;
}

export interface PictureWorkOptions extends Partial<PictureChildOptions> {
  /** Maximum wait in milliseconds. */
  readonly patience?: number;
  /** Timeout in milliseconds for reading the bytes. */
  readonly reading?: number;
}

const MESSAGES: Record<PictureProblem, string> = {
  unreadable: 'Only whole pictures in PNG, JPEG, WebP, GIF or AVIF can be transformed',
  too_many_pixels: 'A picture of more than 40 million pixels cannot be transformed',
  too_much: 'The picture takes too much time or memory to be transformed',
};

/** One at a time: a second process would need as much memory again, and the machine has other work. */
export function createPictureWork({
  limit = 15_000,
  memory = 256 * 1024 * 1024,
  idle = 60_000,
  patience = 30_000,
  reading = 10_000,
  ...others
}: PictureWorkOptions = {}): PictureWork {
  const child = createPictureChild({ limit, memory, idle, ...others });
  // A gallery page requests all its images at once.
  const enter = createFairGate({ parallel: 1, waiting: 200, waitingPerPerson: 100 });

  return {
    async transform({ person, job, signal }) {
      const waited = timeoutSignal(patience);
      try {
        const answer = await enter(person, async () => {
          signal.throwIfAborted();
          if (waited.aborted) throw refusals.slowDown();
          // An unresponsive store must not hold the only slot.
          const inTime = AbortSignal.any([signal, timeoutSignal(reading)]);
          return child.run(await abortable(job(inTime), inTime), signal);
        });
        if ('problem' in answer) throw refusals.noPicture(MESSAGES[answer.problem]);
        return { bytes: new Uint8Array(answer.bytes), type: answer.type };
      } catch (error) {
        // Nobody reads this answer; it just must not look like our failure.
        if (signal.aborted) throw refusals.invalidRequest('The reader hung up');
        if (isTimeout(error)) throw refusals.storeTimeout();
        throw error instanceof GateShutError ? refusals.slowDown() : error;
      }
    },
    stop: () => child.stop(),
  };
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
