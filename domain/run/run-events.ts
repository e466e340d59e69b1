import * as z from 'zod/mini';
import { line } from '../line.ts';
import { errorCode, RUN_STEPS } from './run-steps.ts';

/** Null from a server that didn't know it. */
const resumeAt = z.nullable(z.string());

/** States of a run in `ai_run_events`, besides its tool's steps. In order of appearance. */
const STATES = [
  line('queued', {}),
  /** A worker has claimed it. A second one discards the earlier attempt with its text. */
  line('started', {}),
  /** It asks this many questions, and waits for their answers without a credit. */
  line('asked', { count: z.number() }),
  /** Number of its questions, and of those that got their default. */
  line('answered', { of: z.number(), assumed: z.number() }),
  /** Requeued until then, because the provider asked to wait. */
  line('waiting', { code: errorCode, resume_at: resumeAt }),
  /** Requeued, because the server was shut down. */
  line('requeued', { resume_at: resumeAt }),
  line('succeeded', {}),
  line('failed', { code: errorCode }),
  line('cancelled', {}),
] as const;

export type RunStateEvent = Readonly<z.output<(typeof STATES)[number]>>;

/** An event of a run's trail, as key and parameters. The interface words it. */
export const runEvent = z.discriminatedUnion('key', [...STATES, ...RUN_STEPS]);
export type RunEvent = Readonly<z.output<typeof runEvent>>;
