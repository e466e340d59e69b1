import { lazy, Suspense } from 'react';
import { useTaskDialog } from './task-dialog-state.ts';

const TaskDialog = lazy(async () => ({ default: (await import('./task-dialog.tsx')).TaskDialog }));

/** Where the task forms open. Their code is loaded with the first one. */
export function TaskDialogSlot() {
  const isOpen = useTaskDialog(({ dialog }) => dialog !== null);
  return <Suspense>{isOpen && <TaskDialog />}</Suspense>;
}
