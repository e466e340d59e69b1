import type { RunErrorCode } from './run-messages.ts';
import type { RunStep } from './run-steps.ts';

/** What `ai_run_events` tells of a run's state, beside the steps that its tool tells. In order of appearance. */
export type RunStateEvent =
  | { readonly key: 'queued'; readonly params: Record<string, never> }
  /** A worker has taken it up. A second time means that an earlier attempt is void, with its text. */
  | { readonly key: 'started'; readonly params: Record<string, never> }
  /** Back in the queue until then, because the provider asked for patience. */
  | { readonly key: 'waiting'; readonly params: { readonly code: RunErrorCode; readonly resume_at: string } }
  /** Back in the queue, because the server was stopped. */
  | { readonly key: 'requeued'; readonly params: { readonly resume_at: string } }
  | { readonly key: 'succeeded'; readonly params: Record<string, never> }
  | { readonly key: 'failed'; readonly params: { readonly code: RunErrorCode } }
  | { readonly key: 'cancelled'; readonly params: Record<string, never> };

/** One line of a run's trail: its key and figures. The interface words it. */
export type RunEvent = RunStateEvent | RunStep;
