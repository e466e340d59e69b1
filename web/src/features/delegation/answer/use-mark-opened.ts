import { useEffect } from 'react';
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
  const isUnread = latest !== undefined && latest.opened_at === null;
  const id = run?.id;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each answer, not whenever its row changes
  useEffect(() => {
    if (isUnread) change({ run: latest, state: { opened_at: new Date().toISOString() } });
  }, [id]);
}
