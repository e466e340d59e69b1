import { useState } from 'react';
import { messages } from '#domain/messages.ts';
import {
  CATEGORY_LABELS,
  PRIORITY_LABELS,
  TASK_CATEGORIES,
  TASK_PRIORITIES,
  TASK_TIMEFRAMES,
  TASK_TITLE_MAX,
  TIMEFRAME_LABELS,
} from '#domain/task.ts';
import { Button } from '#web/ui/button.tsx';
import { ChoiceGroup } from '#web/ui/choice-group.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { TaskFields } from './task-change.ts';

export interface TaskFormProps {
  title: string;
  initial: TaskFields;
  submitLabel: string;
  busyLabel: string;
  busy: boolean;
  onSubmit: (fields: TaskFields) => void;
  onClose: () => void;
}

/** What a person says about a task. The same form adds and edits. */
export function TaskForm({ title, initial, submitLabel, busyLabel, busy, onSubmit, onClose }: TaskFormProps) {
  const [fields, setFields] = useState(initial);
  const set = (change: Partial<TaskFields>) => setFields((current) => ({ ...current, ...change }));
  const isBlank = fields.title.trim() === '';
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlank && !busy) onSubmit({ ...fields, title: fields.title.trim() });
      }}
      foot={
        <>
          <Button look="plain" className="ms-auto" onClick={onClose}>
            {messages.labels.cancel}
          </Button>
          <Button look="primary" type="submit" disabled={isBlank} busy={busy} busyLabel={busyLabel}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <TextField
        label="Title"
        placeholder="What has to be done?"
        required
        maxLength={TASK_TITLE_MAX}
        dir="auto"
        value={fields.title}
        onChange={(event) => set({ title: event.target.value })}
      />
      <ChoiceGroup
        legend="Category"
        value={fields.category}
        onChange={(category) => set({ category })}
        choices={TASK_CATEGORIES.map((value) => ({ value, label: CATEGORY_LABELS[value] }))}
      />
      <ChoiceGroup
        legend="Priority"
        value={fields.priority}
        onChange={(priority) => set({ priority })}
        choices={TASK_PRIORITIES.map((value) => ({ value, label: PRIORITY_LABELS[value] }))}
      />
      <ChoiceGroup
        legend="Timeframe"
        value={fields.timeframe}
        onChange={(timeframe) => set({ timeframe })}
        choices={TASK_TIMEFRAMES.map((value) => ({ value, label: TIMEFRAME_LABELS[value] }))}
      />
    </Dialog>
  );
}
