import ReceiptText from 'lucide-react/icons/receipt-text';
import { useState } from 'react';
import { isLive } from '#domain/rows/run-row.ts';
import { useDensity } from '#web/lib/device/use-density.ts';
import { slipNumber } from '#web/lib/format/slip-number.ts';
import { useIsNewestSlip } from '#web/lib/live/newest-slips.ts';
import type { Delivery, ListedTask } from '#web/lib/live/task-cache.ts';
import { Loaded } from '#web/lib/page/loaded.tsx';
import { t } from '#web/texts/app.ts';
import { type DelegableTask, useDelegationDialogs } from '../open-delegation.ts';
import { toolName } from '../tools.ts';
import { EndedRun } from './ended-run.tsx';
import { RunSlip } from './run-slip.tsx';
import { RunTrail } from './run-trail.tsx';

const loadQuestions = async () => (await import('../questions/run-questions.tsx')).RunQuestions;

interface TaskRunProps {
  task: ListedTask;
  /** Collapses answers unless they arrive while the page is open, because the page lists them elsewhere too. */
  folded?: boolean;
  /** In the opened task: with its slip in full, whatever the density of the list. */
  opened?: boolean;
}

/** Latest answer and run of a task, below its row. Empty for most tasks. */
export function TaskRun({ task, folded = false, opened = false }: TaskRunProps) {
  const { run, delivery } = task;
  // The answer may arrive before the run's final state.
  const isAtWork = run !== null && isLive(run) && delivery?.run.id !== run.id;
  const wasWatched = useWasLive(isAtWork && !task.remembered);
  const isNewest = useIsNewestSlip(delivery?.id ?? '');
  const isBeingRead = useDelegationDialogs(({ reading }) => reading?.runId === (delivery?.run.id ?? ''));
  const isCompact = useDensity() === 'compact' && !wasWatched && !opened;
  if (run === null && delivery === null) return null;
  // Opening an answer folds its slip, but not before it is closed again.
  const isUnread = delivery?.run.opened_at === null || isBeingRead;
  const isOpen = isUnread && (folded ? wasWatched : isNewest);
  const hasFailed = run !== null && (run.status === 'failed' || run.status === 'cancelled');
  const slip = isCompact ? null : delivery;
  return (
    <>
      {isCompact && delivery && <SlipMark task={task} delivery={delivery} />}
      {(slip || isAtWork || hasFailed) && (
        <div className="row-under grid gap-2">
          {slip && (
            <RunSlip
              // A new answer starts expanded, even if the previous one was collapsed.
              key={slip.id}
              task={task}
              delivery={slip}
              fresh={wasWatched && slip.run.id === run?.id}
              open={opened || (isOpen && !task.is_completed && !isAtWork)}
            />
          )}
          {isAtWork &&
            (run.status === 'waiting' ? (
              <Loaded load={loadQuestions} props={{ run }} />
            ) : (
              <RunTrail run={run} />
            ))}
          {hasFailed && <EndedRun key={run.id} task={task} run={run} />}
        </div>
      )}
    </>
  );
}

/** True once the run was seen live here, so its answer may be animated. */
function useWasLive(isAtWork: boolean): boolean {
  const [wasLive, setWasLive] = useState(isAtWork);
  if (isAtWork && !wasLive) setWasLive(true);
  return wasLive;
}

/** In compact rows an answer is only its number, which opens it. */
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
      {slipNumber(run.slip_number)}
    </button>
  );
}
