import { useMutation, useQueryClient } from '@tanstack/react-query';
import { logProblem } from '#web/lib/log.ts';
import { notify } from '#web/lib/page/toast.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { restoreItem } from '#web/lib/server/restore-item.ts';
import { t } from '#web/texts/app.ts';
import { deleteProject } from './save-project.ts';
import { changeList, FROM_A_FORM } from './use-save-project.ts';

/** Moves a project to the trash. Its tasks leave it, and come back into it with Undo. */
export function useDeleteProject() {
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
