import * as z from 'zod/mini';
import { line } from '../line.ts';
import { errorCode, RUN_STEPS } from './run-steps.ts';

/** Null from a server that did not know it. */
const resumeAt = z.nullable(z.string());

/** The state of a run in `ai_run_events`, beside the steps of its tool. In order of appearance. */
const STATES = [
  line('queued', {}),
  /** A worker has taken it up. A second time means that an earlier attempt is void, with its text. */
  line('started', {}),
  /** Back in the queue until then, because the provider asked for patience. */
  line('waiting', { code: errorCode, resume_at: resumeAt }),
  /** Back in the queue, because the server was stopped. */
  line('requeued', { resume_at: resumeAt }),
  line('succeeded', {}),
  line('failed', { code: errorCode }),
  line('cancelled', {}),
] as const;

export type RunStateEvent = Readonly<z.output<(typeof STATES)[number]>>;

/** One line of a run's trail: its key and figures. The interface words it. */
export const runEvent = z.discriminatedUnion('key', [...STATES, ...RUN_STEPS]);
export type RunEvent = Readonly<z.output<typeof runEvent>>;
