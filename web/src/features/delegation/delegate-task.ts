import * as z from 'zod/mini';
import type { DelegateRequest } from '#domain/functions.ts';
import { callFunction } from '#web/lib/server/call-function.ts';
import { type Run, runRow } from '#web/lib/server/rows.ts';

const answer = z.object({ run: runRow });

/** Hands a task over. The same key for the same request makes one run, however often it is sent. */
export async function delegateTask(request: DelegateRequest, key: string): Promise<Run> {
  return answer.parse(await callFunction('delegate', { ...request }, { 'Idempotency-Key': key })).run;
}

/** Stops a run. Answers with the run, cancelled or in the state that it had reached before. */
export async function cancelRun(runId: string): Promise<Run> {
  return answer.parse(await callFunction('cancel-run', { run_id: runId })).run;
}
