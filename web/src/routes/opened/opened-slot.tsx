import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useDelegationDialogs } from '#web/features/delegation/open-delegation.ts';
import { useProjectNames } from '#web/features/projects/use-projects.ts';
import { sendAllDrafts } from '#web/features/tasks/open/send-drafts.ts';
import { keepTaskDraftsOf } from '#web/features/tasks/open/task-drafts.ts';
import { LoadedDialog } from '#web/lib/page/loaded-dialog.tsx';
import { useOpened, useSetOpened } from '#web/lib/page/opened.ts';
import { useUpgradeDialog } from '#web/lib/plans/upgrade-dialog.ts';
import { useSession } from '#web/lib/session/session.ts';
import { startDelegation } from '../commands/start-delegation.ts';
import { useAnswerAddress } from './use-answer-address.ts';

const load = async () => (await import('./opened-task.tsx')).OpenedTask;

/** Opens the task or the answer in the address, on every page. One of the two at a time. */
export function OpenedSlot() {
  const client = useQueryClient();
  const userId = useSession((state) => state.user?.id);
  useEffect(() => {
    if (userId === undefined) return;
    keepTaskDraftsOf(userId);
    sendAllDrafts(client);
  }, [client, userId]);
  useAnswerAddress();
  const { task, answer } = useOpened();
  const setOpened = useSetOpened();
  const projectNames = useProjectNames();
  const isDelegating = useDelegationDialogs((state) => state.delegating !== null);
  const isUpgrading = useUpgradeDialog((state) => state.isOpen);
  // One dialog at a time: the sheet is back when the other closes.
  if (task === null || answer !== null || isDelegating || isUpgrading) return null;
  const close = () => setOpened({ task: null, answer: null });
  const props = { id: task, projectNames, onClose: close, onDelegate: startDelegation };
  return <LoadedDialog key={task} load={load} props={props} onClose={close} />;
}
