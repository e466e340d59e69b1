import { LoadedDialog } from '#web/lib/loaded-dialog.tsx';
import { useDelegationDialogs } from './open-delegation.ts';

const loadDelegate = async () => (await import('./delegate-dialog.tsx')).DelegateDialog;
const loadResponse = async () => (await import('./response-dialog.tsx')).ResponseDialog;

export interface DelegationDialogsProps {
  projects: readonly { readonly id: string; readonly name: string }[];
  onComplete: (taskId: string) => void;
}

/** The dialogs about a task's work. */
export function DelegationDialogs({ projects, onComplete }: DelegationDialogsProps) {
  const { delegating, reading, close } = useDelegationDialogs();
  if (delegating) {
    const props = { task: delegating, projects };
    return <LoadedDialog key={delegating.id} load={loadDelegate} props={props} onClose={close} />;
  }
  if (reading === null) return null;
  const { task, runId } = reading;
  const complete = task.is_completed ? {} : { onComplete: () => onComplete(task.id) };
  const props = { task, runId, ...complete };
  // Another version of the same answer opens in the same dialog.
  return <LoadedDialog key={`response-${task.id}`} load={loadResponse} props={props} onClose={close} />;
}
