import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useDelegationDialogs } from '#web/features/delegation/open-delegation.ts';
import type { Find } from '#web/features/search/find.ts';
import { revealTask } from '#web/features/tasks/list/reveal-task.ts';
import { rowOfTask } from '#web/lib/live/task-rows.ts';
import { logProblem } from '#web/lib/log.ts';
import { useSetOpened } from '#web/lib/page/opened.ts';
import { notify } from '#web/lib/page/toast.ts';
import { HOME } from '#web/lib/session/next-path.ts';
import { t } from '#web/texts/app.ts';

/** Opens a search result. Resolves to false if it no longer exists. */
export function useOpenFind(): (find: Find) => Promise<boolean> {
  const navigate = useNavigate();
  const client = useQueryClient();
  const openResponse = useDelegationDialogs((state) => state.openResponse);
  const setOpened = useSetOpened();
  const openTask = async (id: string): Promise<boolean> => {
    try {
      if (!rowOfTask(id)) await navigate(HOME);
      // Its row is where the focus returns to.
      const isThere = await revealTask(client, id);
      if (isThere) setOpened({ task: id, answer: null });
      else notify.blank(t('search.gone'));
      return isThere;
    } catch (error) {
      logProblem('a task that was found could not be shown', error);
      notify.error(t('search.not_opened'));
      return true;
    }
  };
  return async (find) => {
    if (find.kind === 'task') return openTask(find.id);
    if (find.kind === 'project') await navigate(`/projects/${find.id}`);
    else openResponse({ ...find, id: find.task_id }, find.run_id);
    return true;
  };
}
