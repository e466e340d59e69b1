import ReceiptText from 'lucide-react/icons/receipt-text';
import type { ReactNode } from 'react';
import type { ListedTask } from '#web/lib/live/task-cache.ts';
import { t } from '#web/texts/later.ts';
import { RetryError } from '#web/ui/feedback/retry-error.tsx';
import { toMoment } from '../moments.ts';
import { useDelegationDialogs } from '../open-delegation.ts';
import { TaskRun } from '../progress/task-run.tsx';
import { toolName } from '../tools.ts';
import { FileLine } from './file-line.tsx';
import { toHistory } from './to-history.ts';
import { type PastRun, useTaskWork } from './use-task-work.ts';

/** The work on an opened task: its answers, newest first and open, its files, and its history. */
export function TaskWork({ task }: { task: ListedTask }) {
  const { data, isError, isFetching, refetch } = useTaskWork(task.id);
  const { runs = [], files = [] } = data ?? {};
  const shown = task.delivery?.run.id;
  const older = runs.filter(({ id, status }) => status === 'succeeded' && id !== shown);
  const hasWork = task.run !== null || task.delivery !== null;
  return (
    <>
      {hasWork && (
        <Part heading={t('delegation.work.answers')}>
          <div className="opened-work">
            <TaskRun task={task} opened />
          </div>
          {older.length > 0 && (
            <ul className="mt-2 grid gap-1">
              {older.map((run) => (
                <OlderAnswer key={run.id} task={task} run={run} />
              ))}
            </ul>
          )}
        </Part>
      )}
      {files.length > 0 && (
        <Part heading={t('delegation.work.files')}>
          <ul>
            {files.map((file) => (
              <FileLine key={file.id} file={file} />
            ))}
          </ul>
        </Part>
      )}
      {isError && (
        <RetryError retry={t('delegation.load_again')} busy={isFetching} onRetry={() => void refetch()}>
          {t('delegation.work.failed')}
        </RetryError>
      )}
      <Part heading={t('delegation.work.history')}>
        <ol className="type-slip grid gap-0.5 text-text-2">
          {toHistory(task, runs).map(({ id, at, text }) => (
            <li key={id} className="grid grid-cols-[128px_minmax(0,1fr)] gap-3">
              <time dateTime={at} className="text-text-3">
                {toMoment(new Date(at))}
              </time>
              {text}
            </li>
          ))}
        </ol>
      </Part>
    </>
  );
}

function Part({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="type-meta-strong mb-2 text-text-3">{heading}</h3>
      {children}
    </section>
  );
}

/** An earlier version, as one line that opens it. */
function OlderAnswer({ task, run }: { task: ListedTask; run: PastRun }) {
  const openResponse = useDelegationDialogs((state) => state.openResponse);
  return (
    <li>
      <button
        type="button"
        className="slip-line w-full text-start hover:underline"
        data-kind="folded"
        onClick={() => openResponse(task, run.id)}
      >
        <ReceiptText size={14} aria-hidden className="shrink-0" />
        {t('delegation.slip.delivered')}{' '}
        <span className="type-slip">
          {t('delegation.slip.when', {
            tool: toolName(run.ai_task_type),
            time: toMoment(new Date(run.finished_at ?? run.created_at)),
          })}
        </span>
      </button>
    </li>
  );
}
