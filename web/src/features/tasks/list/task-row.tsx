import Forward from 'lucide-react/icons/forward';
import NotepadText from 'lucide-react/icons/notepad-text';
import Undo2 from 'lucide-react/icons/undo-2';
import { type MouseEvent, memo, type ReactNode, useRef } from 'react';
import { dueDay } from '#web/lib/format/due-day.ts';
import { shortDay } from '#web/lib/format/short-day.ts';
import { t } from '#web/texts/app.ts';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { CategoryLabel } from '#web/ui/marks/category-label.tsx';
import { PriorityMark } from '#web/ui/marks/priority-mark.tsx';
import { PriorityWord } from '#web/ui/marks/priority-word.tsx';
import type { ProjectNames } from '../add/find-project.ts';
import type { ShownTask } from '../change/task-change.ts';
import type { TaskActions } from '../change/use-task-changes.ts';
import { useSelection } from '../choose/selection.ts';
import { TaskMenu } from './task-menu.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

export interface TaskRowProps {
  task: ShownTask;
  projectNames: ProjectNames;
  /** Hides the project name if all rows share one project. */
  isOfOneProject?: boolean;
  actions: TaskActions;
  onDelegate: (task: ShownTask) => void;
  /** Renders the assistant's work below a row. One stable function for all rows. */
  renderRun: (task: ShownTask) => ReactNode;
}

/** A task in the list. Memoised: ticking one task re-renders one row. */
export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { task, projectNames, isOfOneProject, actions, onDelegate, renderRun } = props;
  const projectName = isOfOneProject ? undefined : projectNames.get(task.project_id ?? '');
  const isDone = task.is_completed;
  const isOff = task.isNew === true;
  const isChosen = useSelection((state) => state.ids.has(task.id)) && !isDone;
  const row = useRef<HTMLLIElement>(null);
  useKeptFocus(row, isDone);
  return (
    <li
      ref={row}
      className="row"
      data-live
      data-task-id={task.id}
      data-done={isDone || undefined}
      data-unsent={task.isUnsent || undefined}
      data-chosen={isChosen || undefined}
      tabIndex={-1}
    >
      <PriorityMark priority={isDone ? 'medium' : task.priority} />
      <Checkbox
        aria-label={t('tasks.complete', { title: task.title })}
        checked={isDone}
        disabled={isOff}
        onChange={() => actions.complete(task)}
      />
      <div className="row-title">
        {/* Held keys choose rows: use-row-choice.ts. */}
        <button
          type="button"
          className="row-open"
          dir="auto"
          disabled={isOff}
          onClick={(event) => isPlainPress(event) && actions.open(task)}
        >
          <span className="row-text">{task.title}</span>
          {task.is_dated && task.due_on && !isDone && <Due day={task.due_on} />}
          {task.has_notes && <NotesSign />}
        </button>
        <div className="row-fold">
          {task.isUnsent && <Unsent />}
          {!isDone && task.priority !== 'medium' && <PriorityWord priority={task.priority} />}
          <CategoryLabel category={task.category} size={13} />
          {projectName && <span dir="auto">{projectName}</span>}
          {isDone && <span>{shortDay(task.completed_at)}</span>}
        </div>
      </div>
      <span className="row-col" dir="auto" title={projectName}>
        {task.isUnsent ? <Unsent /> : projectName}
      </span>
      <span className="row-col">
        <CategoryLabel category={task.category} />
      </span>
      <span className="row-col">
        {isDone ? shortDay(task.completed_at) : <PriorityWord priority={task.priority} />}
      </span>
      <span className="row-acts">
        {isDone ? (
          <IconButton label={t('tasks.reopen')} disabled={isOff} onClick={() => actions.complete(task)}>
            <Undo2 size={16} aria-hidden className="rtl:-scale-x-100" />
          </IconButton>
        ) : (
          <IconButton label={t('tasks.delegate')} disabled={isOff} onClick={() => onDelegate(task)}>
            <Forward size={16} aria-hidden className="rtl:-scale-x-100" />
          </IconButton>
        )}
        <TaskMenu
          task={task}
          projectNames={projectNames}
          actions={actions}
          onDelegate={onDelegate}
          disabled={isOff}
        />
      </span>
      {isChosen && <span className="sr-only">{t('tasks.chosen')}</span>}
      <span className="sr-only">
        {t('tasks.priority.spoken', { priority: t(`tasks.priority.${task.priority}`) })}
      </span>
      {renderRun(task)}
    </li>
  );
});

/** The day that the user named. */
function Due({ day }: { day: string }) {
  return (
    <span className="type-slip ms-2 whitespace-nowrap text-text-3">
      <span className="sr-only">{t('tasks.due')} </span>
      {dueDay(day)}
    </span>
  );
}

const isPlainPress = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  !ctrlKey && !metaKey && !shiftKey;

function NotesSign() {
  return (
    <span className="row-notes" title={t('tasks.has_notes')}>
      <NotepadText size={14} aria-hidden />
      <span className="sr-only">{t('tasks.has_notes')}</span>
    </span>
  );
}

/** Delayed in CSS, so that a change confirmed at once doesn't flicker. */
function Unsent() {
  return <span className="[animation:appear_0s_300ms_both]">{t('tasks.unsent')}</span>;
}
