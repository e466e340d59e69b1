import { TRASH_DAYS } from '#domain/trash.ts';
import type { Project } from '#web/lib/server/rows.ts';
import { t } from '#web/texts/app.ts';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { useProjectCounts } from '../use-project-work.ts';
import { useDeleteProject } from './use-delete-project.ts';

interface DeleteProjectDialogProps {
  project: Project;
  onDeleted: (() => void) | undefined;
  onClose: () => void;
}

/** Asks first, and says what becomes of the tasks. */
export function DeleteProjectDialog({ project, onDeleted, onClose }: DeleteProjectDialogProps) {
  const counts = useProjectCounts().data?.[project.id];
  const remove = useDeleteProject();
  // Of this dialog alone: an answer that comes after it was closed must not close another one.
  const leave = () => {
    onClose();
    onDeleted?.();
  };
  return (
    <FormDialog
      damage
      width="s"
      title={t('projects.delete_title')}
      cancelLabel={t('projects.cancel')}
      submitLabel={t('projects.delete_confirm')}
      busyLabel={t('projects.deleting')}
      busy={remove.isPending}
      onSubmit={() => remove.mutate(project.id, { onSuccess: leave })}
      onClose={onClose}
    >
      <div className="grid gap-2">
        <p dir="auto" className="type-ui line-clamp-3 wrap-anywhere">
          {project.name}
        </p>
        <p className="text-text-2">
          {counts
            ? t('projects.delete_tasks', { count: counts.open + counts.completed })
            : t('projects.delete_tasks.uncounted')}
        </p>
        <p className="text-text-2">{t('projects.delete_trash', { days: TRASH_DAYS })}</p>
      </div>
    </FormDialog>
  );
}
