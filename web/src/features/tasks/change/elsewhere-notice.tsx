import { t } from '#web/texts/soon.ts';
import { ChangedElsewhere } from '#web/ui/feedback/changed-elsewhere.tsx';
import type { TaskFields } from './task-change.ts';

interface ElsewhereNoticeProps {
  theirs: TaskFields;
  mine: TaskFields;
  onTakeOver: () => void;
}

/** Conflict notice: the task was saved in another tab or on another device. */
export function ElsewhereNotice({ theirs, mine, onTakeOver }: ElsewhereNoticeProps) {
  const choices = [
    theirs.category !== mine.category && t(`tasks.category.${theirs.category}`),
    theirs.priority !== mine.priority && t(`tasks.priority.${theirs.priority}`),
    (theirs.timeframe !== mine.timeframe || theirs.due_on !== mine.due_on) &&
      t(`tasks.timeframe.${theirs.timeframe}`),
  ].filter((choice) => choice !== false);
  return (
    <ChangedElsewhere
      heading={t('tasks.elsewhere')}
      note={t('tasks.elsewhere.save')}
      takeLabel={t('tasks.elsewhere.take')}
      onTake={onTakeOver}
    >
      {theirs.title !== mine.title && (
        <blockquote dir="auto" className="max-h-24 overflow-y-auto wrap-anywhere">
          {theirs.title}
        </blockquote>
      )}
      {choices.length > 0 && <p className="type-meta text-text-2">{choices.join(', ')}</p>}
    </ChangedElsewhere>
  );
}
