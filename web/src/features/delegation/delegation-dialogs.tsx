import { lazy, Suspense } from 'react';
import { useDelegationDialogs } from './open-delegation.ts';

const DelegateDialog = lazy(async () => ({
  default: (await import('./delegate-dialog.tsx')).DelegateDialog,
}));
const ResponseDialog = lazy(async () => ({
  default: (await import('./response-dialog.tsx')).ResponseDialog,
}));

export interface DelegationDialogsProps {
  projects: readonly { readonly id: string; readonly name: string }[];
  onComplete: (taskId: string) => void;
}

/** The dialogs about a task's work. Their code is loaded when the first of each opens. */
export function DelegationDialogs({ projects, onComplete }: DelegationDialogsProps) {
  const { delegating, reading } = useDelegationDialogs();
  return (
    <Suspense>
      {delegating && <DelegateDialog key={delegating.id} task={delegating} projects={projects} />}
      {reading && (
        <ResponseDialog
          key={reading.runId}
          task={reading.task}
          runId={reading.runId}
          {...(!reading.task.is_completed && { onComplete: () => onComplete(reading.task.id) })}
        />
      )}
    </Suspense>
  );
}
