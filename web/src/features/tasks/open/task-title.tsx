import { TASK_TITLE_MAX } from '#domain/task.ts';
import { t } from '#web/texts/soon.ts';
import { useTaskDrafts } from './task-drafts.ts';
import type { OpenedView } from './use-opened-task.ts';

/** The title as an editable heading. Blank, it isn't saved. */
export function TaskTitle({ task }: { task: OpenedView }) {
  const draft = useTaskDrafts((state) => state.drafts[task.id]?.values.title);
  const write = useTaskDrafts((state) => state.write);
  const title = draft ?? task.title;
  const isBlank = title.trim() === '';
  return (
    <div className="min-w-0 grow">
      <textarea
        className="sheet-title type-title-3"
        rows={1}
        dir="auto"
        aria-label={t('tasks.title')}
        aria-invalid={isBlank || undefined}
        aria-describedby={isBlank ? 'task-title-error' : undefined}
        maxLength={TASK_TITLE_MAX}
        placeholder={t('tasks.title.placeholder')}
        value={title}
        // A title is one line, however long.
        onChange={(event) =>
          write(task.id, 'title', event.target.value.replace(/\s*\n\s*/g, ' '), task.title)
        }
        onKeyDown={(event) =>
          event.key === 'Enter' && !event.nativeEvent.isComposing && event.preventDefault()
        }
      />
      {isBlank && (
        <p id="task-title-error" className="type-meta text-damage">
          {t('tasks.open.title_blank')}
        </p>
      )}
    </div>
  );
}
