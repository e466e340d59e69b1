import { type ReactNode, useState } from 'react';
import { messages } from '#domain/messages.ts';
import { TASK_NOTES_MAX } from '#domain/task.ts';
import { t } from '#web/texts/soon.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { useTaskDrafts } from './task-drafts.ts';
import type { OpenedView } from './use-opened-task.ts';

interface TaskNotesProps {
  task: OpenedView;
  /** Notes as the server has them. */
  stored: string;
  renderNotes: (notes: string) => ReactNode;
}

/** Notes on ruled paper: shown as Markdown, edited as text. */
export function TaskNotes({ task, stored, renderNotes }: TaskNotesProps) {
  const draft = useTaskDrafts((state) => state.drafts[task.id]?.values.notes);
  const write = useTaskDrafts((state) => state.write);
  const notes = draft ?? task.notes;
  const [isEditing, setEditing] = useState(false);
  const length = Array.from(notes).length;
  const isTooLong = length > TASK_NOTES_MAX;
  const isShown = notes.trim() !== '' && !isEditing && !isTooLong;
  return (
    <div>
      <div className="mb-1 flex min-h-8 items-center gap-2">
        <h3 id="task-notes" className="type-meta-strong text-text-3">
          {t('tasks.open.notes')}
        </h3>
        {isShown && (
          <Button look="plain" size="s" className="ms-auto -me-2.5" onClick={() => setEditing(true)}>
            {t('tasks.open.edit_notes')}
          </Button>
        )}
      </div>
      <div className="sheet-notes">
        {isShown ? (
          // The button beside the heading does the same for the keyboard.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
          <div className="cursor-text py-2" onClick={(event) => isPlain(event.target) && setEditing(true)}>
            {renderNotes(notes)}
          </div>
        ) : (
          <textarea
            className="sheet-notes-field"
            // Replaces the pressed notes or button.
            ref={isEditing ? focusField : undefined}
            rows={notes === '' ? 3 : 6}
            dir="auto"
            aria-labelledby="task-notes"
            aria-invalid={isTooLong || undefined}
            aria-describedby={isTooLong ? 'task-notes-error' : undefined}
            placeholder={t('tasks.open.notes_placeholder')}
            value={notes}
            onFocus={() => setEditing(true)}
            onBlur={() => setEditing(false)}
            onChange={(event) => write(task.id, 'notes', event.target.value, stored)}
          />
        )}
      </div>
      {isTooLong && (
        <p id="task-notes-error" role="alert" className="type-meta mt-1 text-damage">
          {messages.tasks.notesTooLong} {t('tasks.open.notes_over', { count: length - TASK_NOTES_MAX })}
        </p>
      )}
    </div>
  );
}

const focusField = (field: HTMLTextAreaElement | null): void => field?.focus();

/** Not a link, a button or a selection of text in the notes. */
function isPlain(target: EventTarget): boolean {
  return target instanceof Element && !target.closest('a, button') && getSelection()?.isCollapsed !== false;
}
