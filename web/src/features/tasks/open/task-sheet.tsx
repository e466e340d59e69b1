import Forward from 'lucide-react/icons/forward';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { TRASH_DAYS } from '#domain/trash.ts';
import { rowOfTask } from '#web/lib/live/task-rows.ts';
import { usePageTitle } from '#web/lib/page/use-page-title.ts';
import { QueryWaiting } from '#web/lib/server/query-waiting.tsx';
import { t } from '#web/texts/soon.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { RetryError } from '#web/ui/feedback/retry-error.tsx';
import { SideSheet } from '#web/ui/overlays/side-sheet.tsx';
import type { ProjectNames } from '../add/find-project.ts';
import { useTaskActions } from '../change/use-task-changes.ts';
import { SavedMark } from './saved-mark.tsx';
import { TaskColumns } from './task-columns.tsx';
import { TaskConflict } from './task-conflict.tsx';
import { TaskNotes } from './task-notes.tsx';
import { TaskTitle } from './task-title.tsx';
import { useAutosave } from './use-autosave.ts';
import { type OpenedView, useOpenedTask } from './use-opened-task.ts';

export interface TaskSheetProps {
  id: string;
  projectNames: ProjectNames;
  onClose: () => void;
  onDelegate: (task: OpenedView) => void;
  /** Renders Markdown as answers are rendered. */
  renderNotes: (notes: string) => ReactNode;
  /** Renders answers, files and history. */
  renderWork: (task: OpenedView) => ReactNode;
}

/** A task, opened beside its list. Saves as one types. Loaded on demand. */
export function TaskSheet({ id, onClose, ...props }: TaskSheetProps) {
  const { task, query } = useOpenedTask(id);
  usePageTitle(task?.title);
  // Base UI would focus the row's checkbox, the first thing in it that Tab reaches.
  const toRow = (): boolean => {
    const row = rowOfTask(id);
    row?.focus({ preventScroll: true });
    return row === null;
  };
  return (
    <SideSheet
      title={task?.title ?? t('tasks.open.task')}
      mark={task && <SavedMark task={task} />}
      finalFocus={toRow}
      onClose={onClose}
      // Below a question, which has a button of its own, it would seem to be the way to go on.
      {...(task &&
        task.run?.status !== 'waiting' && { foot: <Foot task={task} onDelegate={props.onDelegate} /> })}
    >
      {task ? (
        <Contents task={task} stored={query.data?.notes ?? ''} {...props} />
      ) : task === null ? (
        <EmptyState
          heading={t('tasks.open.gone')}
          action={
            <Link to="/trash" className={buttonClass('second', 'm')}>
              {t('tasks.open.to_trash')}
            </Link>
          }
        >
          {t('tasks.open.gone_hint', { days: TRASH_DAYS })}
        </EmptyState>
      ) : query.isError ? (
        <RetryError retry={t('tasks.try_again')} busy={query.isFetching} onRetry={() => void query.refetch()}>
          {t('tasks.open.failed')}
        </RetryError>
      ) : (
        <QueryWaiting isPaused={query.isPaused} awaited={t('tasks.open.waiting')} />
      )}
    </SideSheet>
  );
}

interface ContentsProps extends Omit<TaskSheetProps, 'id' | 'onClose' | 'onDelegate'> {
  task: OpenedView;
  /** Notes as the server has them. */
  stored: string;
}

function Contents({ task, stored, projectNames, renderNotes, renderWork }: ContentsProps) {
  useAutosave(task.id);
  const { complete } = useTaskActions();
  return (
    <>
      <TaskConflict id={task.id} />
      <div className="flex items-start gap-3">
        <Checkbox
          className="mt-1.5"
          aria-label={t('tasks.complete', { title: task.title })}
          checked={task.is_completed}
          onChange={() => complete(task)}
        />
        <TaskTitle task={task} />
      </div>
      <TaskColumns task={task} projectNames={projectNames} />
      <TaskNotes task={task} stored={stored} renderNotes={renderNotes} />
      {renderWork(task)}
    </>
  );
}

function Foot({ task, onDelegate }: { task: OpenedView } & Pick<TaskSheetProps, 'onDelegate'>) {
  return (
    <Button
      look="primary"
      icon={<Forward size={16} aria-hidden className="rtl:-scale-x-100" />}
      onClick={() => onDelegate(task)}
    >
      {t('tasks.delegate')}
    </Button>
  );
}
