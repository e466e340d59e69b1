import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Project } from '#domain/rows/project-row.ts';
import { TRASH_DAYS } from '#domain/trash.ts';
import { logProblem } from '#web/lib/log.ts';
import { notify } from '#web/lib/page/toast.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { restoreItem } from '#web/lib/server/restore-item.ts';
import { t } from '#web/texts/later.ts';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { useProjectCounts } from '../use-project-work.ts';
import { deleteProject } from './save-project.ts';
import { changeList, FROM_A_FORM } from './use-save-project.ts';

interface DeleteProjectDialogProps {
  project: Project;
  onDeleted: (() => void) | undefined;
  onClose: () => void;
}

/** Confirms the deletion, and says what happens to the tasks. */
export function DeleteProjectDialog({ project, onDeleted, onClose }: DeleteProjectDialogProps) {
  const counts = useProjectCounts().data?.[project.id];
  const remove = useDeleteProject();
  // Closes only this dialog: a late response must not close the next one.
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

/** Moves a project to the trash. Its tasks leave it; Undo moves them back. */
function useDeleteProject() {
  const client = useQueryClient();
  return useMutation({
    ...FROM_A_FORM,
    mutationFn: deleteProject,
    onSuccess: (_nothing, id) => {
      changeList(client, (known) => known.filter((project) => project.id !== id));
      for (const queryKey of [queryKeys.tasks, queryKeys.allProjectWork]) {
        void client.invalidateQueries({ queryKey });
      }
      notify.deleted(t('projects.deleted'), () => void restoreItem(client, 'project', id));
    },
    onError: (error) => {
      logProblem('a project could not be deleted', error);
      notify.error(t('projects.delete_failed'));
    },
  });
}
