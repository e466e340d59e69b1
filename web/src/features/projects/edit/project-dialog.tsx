import { useEffect } from 'react';
import { t } from '#web/texts/later.ts';
import { BroughtBack } from '#web/ui/feedback/brought-back.tsx';
import { ElsewhereNotice } from '../elsewhere-notice.tsx';
import { useProjects } from '../use-projects.ts';
import { DeleteProjectDialog } from './delete-project-dialog.tsx';
import { isWritten, type ProjectFormState, useProjectDialog } from './project-dialog-state.ts';
import { fieldsOf, hasSameFields, isContested, NEW_PROJECT } from './project-fields.ts';
import { ProjectForm } from './project-form.tsx';
import { ProjectChangedError } from './save-project.ts';
import { useAddProject, useChangeProject } from './use-save-project.ts';

/** The open project dialog. Loaded on demand. */
export function ProjectDialog() {
  const { dialog, close } = useProjectDialog();
  switch (dialog?.kind) {
    case undefined:
      return null;
    case 'add':
      return <AddProject form={dialog} />;
    case 'edit':
      return <EditProject key={dialog.id} form={dialog} />;
    case 'delete':
      return <DeleteProjectDialog project={dialog.project} onDeleted={dialog.onDeleted} onClose={close} />;
  }
}

function AddProject({ form }: { form: ProjectFormState & { kind: 'add' } }) {
  const { close, write } = useProjectDialog();
  const { mutate, isPending } = useAddProject();
  const { client_id, fields, place } = form;
  return (
    <ProjectForm
      title={t('projects.add')}
      fields={fields}
      submitLabel={t('projects.add')}
      busyLabel={t('projects.adding')}
      busy={isPending}
      notice={<BroughtBack isWritten={isWritten(form)} onStartAfresh={() => write(NEW_PROJECT)} />}
      onSubmit={(values) => mutate({ project: { client_id, ...values }, place }, { onSuccess: close })}
    />
  );
}

function EditProject({ form }: { form: ProjectFormState & { kind: 'edit' } }) {
  const { close, meet, write } = useProjectDialog();
  const { mutate, isPending, error } = useChangeProject();
  const { id, fields, place } = form;
  const listed = useProjects().data?.find((project) => project.id === id);
  const known = listed ?? (error instanceof ProjectChangedError ? error.project : undefined);
  useEffect(() => {
    if (known) meet(fieldsOf(known));
  }, [known, meet]);
  const theirs = known && fieldsOf(known);
  const saved = theirs ?? form.base;
  return (
    <ProjectForm
      title={t('projects.edit')}
      fields={fields}
      submitLabel={t('projects.save')}
      busyLabel={t('projects.saving')}
      busy={isPending}
      notice={
        <>
          <BroughtBack isWritten={!hasSameFields(fields, saved)} onStartAfresh={() => write(saved)} />
          {theirs && isContested(form, theirs) && (
            <ElsewhereNotice theirs={theirs} mine={fields} onTakeOver={() => write(theirs)} />
          )}
        </>
      }
      // The notice showed this change, so the save may overwrite it.
      onSubmit={(values) => {
        const change = { id, values, seen: saved, updatedAt: known?.updated_at };
        mutate({ change, place }, { onSuccess: close });
      }}
    />
  );
}
