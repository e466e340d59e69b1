import type { ReactNode } from 'react';
import { PROJECT_DESCRIPTION_MAX, PROJECT_NAME_MAX } from '#domain/project.ts';
import { TASK_CATEGORIES } from '#domain/task.ts';
import { t } from '#web/texts/later.ts';
import { ChoiceGroup } from '#web/ui/controls/choice-group.tsx';
import { TextArea } from '#web/ui/controls/text-area.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { CategoryIcon } from '#web/ui/marks/category-label.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { useProjectDialog } from './project-dialog-state.ts';
import { type ProjectFields, type ProjectValues, toValues } from './project-fields.ts';

export interface ProjectFormProps {
  title: string;
  fields: ProjectFields;
  submitLabel: string;
  busyLabel: string;
  busy: boolean;
  /** Shown above the fields. */
  notice?: ReactNode;
  onSubmit: (values: ProjectValues) => void;
}

/** Form for a new or an existing project. */
export function ProjectForm(props: ProjectFormProps) {
  const { title, fields, submitLabel, busyLabel, busy, notice, onSubmit } = props;
  const { write, leave, close } = useProjectDialog();
  return (
    <FormDialog
      title={title}
      cancelLabel={t('projects.cancel')}
      submitLabel={submitLabel}
      busyLabel={busyLabel}
      busy={busy}
      disabled={fields.name.trim() === ''}
      onSubmit={() => onSubmit(toValues(fields))}
      onClose={leave}
      onCancel={close}
    >
      {notice}
      <TextField
        label={t('projects.name')}
        required
        dir="auto"
        maxLength={PROJECT_NAME_MAX}
        value={fields.name}
        onChange={(event) => write({ name: event.target.value })}
      />
      <TextArea
        label={t('projects.description')}
        note={t('projects.description.optional')}
        hint={t('projects.description.hint')}
        dir="auto"
        rows={6}
        maxLength={PROJECT_DESCRIPTION_MAX}
        value={fields.description}
        onChange={(event) => write({ description: event.target.value })}
      />
      <ChoiceGroup
        legend={t('projects.category')}
        value={fields.category}
        onChange={(category) => write({ category })}
        choices={TASK_CATEGORIES.map((value) => ({
          value,
          label: t(`projects.category.${value}`),
          icon: <CategoryIcon category={value} size={16} />,
        }))}
      />
    </FormDialog>
  );
}
