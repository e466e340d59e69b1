import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { toWhen } from '#domain/days.ts';
import { NEW_TASK } from '#domain/task.ts';
import { type FirstTask, forgetFirstTask, readFirstTask } from '#web/lib/device/first-task.ts';
import { currentDays } from '#web/lib/device/local-day.ts';
import { useSession } from '#web/lib/session/session.ts';
import { TASK_CHANGE } from '../change/send-change.ts';
import { readTaskChange } from '../change/task-change.ts';
import { useTaskChange } from '../change/use-task-changes.ts';

const signUpData = z.object({ first_task: z.object({ client_id: z.string() }) });

/** True if sign-up already stored the task, which may even have been deleted since. */
function isAddedAtSignUp({ client_id }: FirstTask): boolean {
  const { data } = signUpData.safeParse(useSession.getState().user?.user_metadata);
  return data?.first_task.client_id === client_id;
}

/** Adds the task typed on the landing page before sign-up, and forgets it once the server has it. */
export function useFirstTask(): void {
  const client = useQueryClient();
  const change = useTaskChange();
  useEffect(() => {
    const first = readFirstTask();
    if (first === null) return;
    if (isAddedAtSignUp(first)) return forgetFirstTask();
    const isOnItsWay = client
      .getMutationCache()
      .findAll({ mutationKey: TASK_CHANGE })
      .some((mutation) => {
        const known = readTaskChange(mutation.state.variables);
        return known?.kind === 'add' && known.client_id === first.client_id;
      });
    if (isOnItsWay) return;
    change({
      kind: 'add',
      client_id: first.client_id,
      fields: { ...NEW_TASK, ...toWhen(NEW_TASK.timeframe, currentDays()), title: first.title },
      project_id: null,
    });
  }, [client, change]);
}
