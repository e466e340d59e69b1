import { useEffect, useEffectEvent, useRef } from 'react';
import { delegableTask, useDelegationDialogs } from '#web/features/delegation/open-delegation.ts';
import { logProblem } from '#web/lib/log.ts';
import { useOpened, useSetOpened } from '#web/lib/page/opened.ts';
import { notify } from '#web/lib/page/toast.ts';
import { columnsOf } from '#web/lib/server/rows.ts';
import { supabase } from '#web/lib/server/supabase.ts';
import { t } from '#web/texts/app.ts';

/** Keeps the opened answer and the address in step, whichever changes first. */
export function useAnswerAddress(): void {
  const { task, answer } = useOpened();
  const setOpened = useSetOpened();
  const reading = useDelegationDialogs((state) => state.reading);
  const before = useRef(reading);

  const followDialog = useEffectEvent(() => {
    const wasReading = before.current !== null;
    before.current = reading;
    if (reading) setOpened({ task: reading.task.id, answer: reading.runId });
    else if (wasReading && answer !== null) setOpened({ task, answer: null });
  });
  useEffect(() => followDialog(), [reading]);

  const followAddress = useEffectEvent((isCurrent: () => boolean) => {
    if (answer === null) {
      if (before.current !== null) useDelegationDialogs.getState().close();
      return;
    }
    if (task === null || reading?.runId === answer) return;
    const giveUp = (text: string) => {
      setOpened({ task, answer: null });
      notify.error(text);
    };
    readTask(task).then(
      (found) => {
        if (!isCurrent()) return;
        if (found === null) giveUp(t('search.gone'));
        else useDelegationDialogs.getState().openResponse(found, answer);
      },
      (error: unknown) => {
        logProblem('an answer could not be opened by its address', error);
        if (isCurrent()) giveUp(t('search.not_opened'));
      },
    );
  });
  useEffect(() => {
    let isCurrent = true;
    followAddress(() => isCurrent);
    return () => {
      isCurrent = false;
    };
  }, [task, answer]);
}

async function readTask(id: string) {
  const server = await supabase();
  const { data } = await server
    .from('tasks')
    .select(columnsOf(delegableTask))
    .eq('id', id)
    .maybeSingle()
    .throwOnError();
  return data === null ? null : delegableTask.parse(data);
}
