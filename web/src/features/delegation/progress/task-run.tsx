import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { isLive } from '#domain/rows/run-row.ts';
import { useDensity } from '#web/lib/device/use-density.ts';
import { slipNumber } from '#web/lib/format/slip-number.ts';
import type { Delivery, ListedTask } from '#web/lib/live/task-cache.ts';
import { t } from '#web/texts/app.ts';
import { type DelegableTask, useDelegationDialogs } from '../open-delegation.ts';
import { toolName } from '../tools.ts';
import { EndedRun } from './ended-run.tsx';
import { RunSlip } from './run-slip.tsx';
import { RunTrail } from './run-trail.tsx';

interface TaskRunProps {
  task: ListedTask;
  /** Answers lie folded, unless they arrive before the person's eyes: the page lists them in another place too. */
  folded?: boolean;
}

/** What the assistant has done for a task, and what it is doing: below the task's line. Nothing for most tasks. */
export function TaskRun({ task, folded = false }: TaskRunProps) {
  const { run, delivery } = task;
  // The answer may be told of before the run's end is.
  const isAtWork = run !== null && isLive(run) && delivery?.run.id !== run.id;
  const wasWatched = useWasLive(isAtWork && !task.remembered);
  const isCompact = useDensity() === 'compact' && !wasWatched;
  if (run === null && delivery === null) return null;
  const hasFailed = run !== null && (run.status === 'failed' || run.status === 'cancelled');
  const slip = isCompact ? null : delivery;
  return (
    <>
      {isCompact && delivery && <SlipMark task={task} delivery={delivery} />}
      {(slip || isAtWork || hasFailed) && (
        <div className="row-under grid gap-2">
          {slip && (
            <RunSlip
              // A new answer arrives unfolded, even if the one before it was folded away.
              key={slip.id}
              task={task}
              delivery={slip}
              fresh={wasWatched && slip.run.id === run?.id}
              open={!task.is_completed && !isAtWork && (folded ? wasWatched : isRecent(slip))}
            />
          )}
          {isAtWork && <RunTrail run={run} />}
          {hasFailed && <EndedRun key={run.id} run={run} />}
        </div>
      )}
    </>
  );
}

const RECENT_MS = 12 * 60 * 60 * 1000;

/** An answer of today lies open; older ones are folded, so that the list stays the largest thing on the page. */
function isRecent(delivery: Delivery): boolean {
  return Date.now() - Date.parse(delivery.created_at) < RECENT_MS;
}

/** Whether the run was seen at work here, so that its answer may be seen to arrive. */
function useWasLive(isAtWork: boolean): boolean {
  const [wasLive, setWasLive] = useState(isAtWork);
  if (isAtWork && !wasLive) setWasLive(true);
  return wasLive;
}

/** An answer in a list of compact rows: its number, in the line of its task. Pressed, it opens. */
function SlipMark({ task, delivery: { run } }: { task: DelegableTask; delivery: Delivery }) {
  const openResponse = useDelegationDialogs((state) => state.openResponse);
  return (
    <button
      type="button"
      className="slip-mark hit-40"
      title={t('delegation.view_full')}
      onClick={() => openResponse(task, run.id)}
    >
      <ReceiptText size={13} aria-hidden />
      <span className="sr-only">
        {t('delegation.view_full')}: {toolName(run.ai_task_type)},{' '}
      </span>
      {slipNumber(run.id)}
    </button>
  );
}
