import { type ReactNode, useEffect } from 'react';
import { LoadedDialog } from '#web/lib/page/loaded-dialog.tsx';
import { useSession } from '#web/lib/session/session.ts';
import type { AnswerSteps } from './answer/read-steps.ts';
import { keepFollowUpOf } from './follow-up/follow-up-draft.ts';
import { keepDelegationOf } from './form/delegation-draft.ts';
import { type DelegableTask, useDelegationDialogs } from './open-delegation.ts';

const loadDelegate = async () => (await import('./form/delegate-dialog.tsx')).DelegateDialog;
const loadResponse = async () => (await import('./answer/response-dialog.tsx')).ResponseDialog;

export interface DelegationDialogsProps {
  projects: readonly { readonly id: string; readonly name: string }[];
  /** Shown beside the project field if some projects could not be loaded. */
  projectsNotice: ReactNode;
  onComplete: (taskId: string) => void;
  /** What turns things to do in an answer into tasks. */
  renderSteps: (steps: AnswerSteps, task: DelegableTask) => ReactNode;
}

/** The dialogs of a delegation, including one that was open when the session expired. */
export function DelegationDialogs({
  projects,
  projectsNotice,
  onComplete,
  renderSteps,
}: DelegationDialogsProps) {
  const userId = useSession((state) => state.user?.id);
  useEffect(() => {
    if (userId === undefined) return;
    keepFollowUpOf(userId);
    keepDelegationOf(userId);
  }, [userId]);
  const { delegating, reading, close } = useDelegationDialogs();
  if (delegating) {
    const props = { ...delegating, projects, projectsNotice };
    return <LoadedDialog key={delegating.task.id} load={loadDelegate} props={props} onClose={close} />;
  }
  if (reading === null) return null;
  const { task, runId } = reading;
  const complete = task.is_completed ? {} : { onComplete: () => onComplete(task.id) };
  const props = { task, runId, renderSteps, ...complete };
  // Other versions of the answer open in the same dialog.
  return <LoadedDialog key={`response-${task.id}`} load={loadResponse} props={props} onClose={close} />;
}
