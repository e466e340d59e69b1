import { type ReactNode, useRef } from 'react';
import { toShownGroup, toWhen } from '#domain/days.ts';
import { TASK_CATEGORIES, TASK_PRIORITIES, TASK_TIMEFRAMES, TASK_TITLE_MAX } from '#domain/task.ts';
import { useDays } from '#web/lib/device/local-day.ts';
import { t } from '#web/texts/soon.ts';
import { ChoiceGroup } from '#web/ui/controls/choice-group.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { CategoryIcon } from '#web/ui/marks/category-label.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import type { TaskFields } from '../change/task-change.ts';

export interface TaskFormProps {
  title: string;
  fields: TaskFields;
  submitLabel: string;
  busyLabel: string;
  busy: boolean;
  /** Starts in the title also on a touch screen, where the keyboard otherwise stays away. */
  isNew?: boolean;
  /** Shown above the fields. */
  notice?: ReactNode;
  onWrite: (change: Partial<TaskFields>) => void;
  onSubmit: () => void;
  /** Called on Escape and the like. */
  onClose: () => void;
  onCancel: () => void;
}

/** Form for a new or an existing task. */
export function TaskForm(props: TaskFormProps) {
  const { title, fields, submitLabel, busyLabel, busy, isNew, notice } = props;
  const { onWrite, onSubmit, onClose, onCancel } = props;
  const titleField = useRef<HTMLInputElement>(null);
  const days = useDays();
  const { timeframe, due_on = null, is_dated = false } = fields;
  const shown = toShownGroup({ timeframe, due_on, is_dated }, days);
  return (
    <FormDialog
      title={title}
      cancelLabel={t('tasks.cancel')}
      submitLabel={submitLabel}
      busyLabel={busyLabel}
      busy={busy}
      disabled={fields.title.trim() === ''}
      {...(isNew && { initialFocus: titleField })}
      onSubmit={onSubmit}
      onClose={onClose}
      onCancel={onCancel}
    >
      {notice}
      <TextField
        ref={titleField}
        label={t('tasks.title')}
        placeholder={t('tasks.title.placeholder')}
        required
        maxLength={TASK_TITLE_MAX}
        dir="auto"
        value={fields.title}
        onChange={(event) => onWrite({ title: event.target.value })}
      />
      <ChoiceGroup
        legend={t('tasks.category')}
        value={fields.category}
        onChange={(category) => onWrite({ category })}
        choices={TASK_CATEGORIES.map((value) => ({
          value,
          label: t(`tasks.category.${value}`),
          icon: <CategoryIcon category={value} size={16} />,
        }))}
      />
      <ChoiceGroup
        legend={t('tasks.priority')}
        value={fields.priority}
        onChange={(priority) => onWrite({ priority })}
        choices={TASK_PRIORITIES.map((value) => ({ value, label: t(`tasks.priority.${value}`) }))}
      />
      <ChoiceGroup
        legend={t('tasks.timeframe')}
        // None for what is left from before: any of the four moves it.
        value={shown === 'before' ? undefined : shown}
        onChange={(timeframe) => onWrite(toWhen(timeframe, days))}
        choices={TASK_TIMEFRAMES.map((value) => ({ value, label: t(`tasks.timeframe.${value}`) }))}
      />
    </FormDialog>
  );
}
