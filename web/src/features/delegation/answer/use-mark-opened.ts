import { useEffect, useEffectEvent } from 'react';
import type { Run } from '#domain/rows/run-row.ts';
import { useKnownTask } from '#web/lib/live/use-known-task.ts';
import { useChangeSlip } from '../change-slip.ts';

/** Notes that an answer was opened, so that its slip in the list is folded from now on. */
export function useMarkOpened(run: Run | undefined): void {
  const change = useChangeSlip();
  const task = useKnownTask(run?.task_id ?? '');
  // The receipt's copy of the run is as old as its first reading.
  const listed = task?.delivery?.run;
  const latest = listed !== undefined && listed.id === run?.id ? listed : run;
  const mark = useEffectEvent(() => {
    if (latest?.opened_at !== null) return;
    change({ run: latest, state: { opened_at: new Date().toISOString() } });
  });
  const id = run?.id;
  // Once for each answer, not whenever its row changes.
  useEffect(() => {
    if (id !== undefined) mark();
  }, [id]);
}
