import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { DelegateRequest } from '#domain/functions/inputs.ts';
import { isAtWork, type Run, runRow } from '#domain/rows/run-row.ts';
import { useLiveStatus } from '#web/lib/live/live-status.ts';
import { knownTasks, putRun } from '#web/lib/live/task-cache.ts';
import { logProblem } from '#web/lib/log.ts';
import { notify } from '#web/lib/page/toast.ts';
import { callFunction, FunctionRefusedError } from '#web/lib/server/call-function.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { refreshProfile } from '#web/lib/session/session.ts';
import { t } from '#web/texts/app.ts';
import { useDelegationDialogs } from './open-delegation.ts';
import { toReason } from './to-reason.ts';

const answer = z.object({ run: runRow });

/** Delegates a task. The same key for the same request creates one run, however often it is sent. */
async function delegateTask(request: DelegateRequest, key: string): Promise<Run> {
  return answer.parse(await callFunction('delegate', { ...request }, { 'Idempotency-Key': key })).run;
}

/** Cancels a run. Resolves to it as cancelled, or in the state it had already reached. */
async function cancelRun(runId: string): Promise<Run> {
  return answer.parse(await callFunction('cancel-run', { run_id: runId })).run;
}

/** A delegation request with its idempotency key. */
export interface Delegation {
  readonly request: DelegateRequest;
  readonly key: string;
}

/** Retry only if the request didn't reach the server or failed there; a refusal is final. */
const retry = (failures: number, error: Error) => failures < 2 && !(error instanceof FunctionRefusedError);

/** Delegates a task. The caller shows failures, beside the fields. */
export function useDelegate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ request, key }: Delegation) => delegateTask(request, key),
    retry,
    // Offline it fails at once with the form still open, instead of spending a credit hours later.
    networkMode: 'always',
    onSuccess: (run, { request: { task_id, parent_run_id: parent, instruction } }) => {
      const { forget, forgetChoices } = useDelegationDialogs.getState();
      if (parent === undefined) forgetChoices(task_id);
      else if (instruction) forget(parent, instruction);
      showRun(client, run);
    },
    onError: (error) => logProblem('a task was not delegated', error),
  });
}

/** Cancels a run on the user's request. */
export function useCancel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: cancelRun,
    retry,
    networkMode: 'always',
    onSuccess: (run) => showRun(client, run),
    onError: (error) => {
      logProblem('a run was not stopped', error);
      notify.error(t('delegation.stop_failed'), { detail: toReason(error) });
    },
  });
}

/** Shows the server's response at once, and refetches if live updates are down. */
export function showRun(client: QueryClient, run: Run): void {
  putRun(client, run);
  const task = knownTasks(client).find(({ id }) => id === run.task_id);
  // No list has the task, so nothing here would announce the run's end: don't leave a loading toast.
  if (task === undefined) notify.blank(t('delegation.working_toast'), { id: run.id });
  // A run that fails at once may have ended and been announced before this response arrived.
  else if (isAtWork(task.run ?? run)) notify.loading(t('delegation.working_toast'), { id: run.id });
  if (useLiveStatus.getState().isJoined) return;
  void client.invalidateQueries({ queryKey: queryKeys.tasks });
  void refreshProfile();
}
