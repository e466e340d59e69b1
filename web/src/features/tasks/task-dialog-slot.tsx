import { LoadedDialog } from '#web/lib/loaded-dialog.tsx';
import { useTaskDialog } from './task-dialog-state.ts';

const load = async () => (await import('./task-dialog.tsx')).TaskDialog;

/** Where the task forms open. */
export function TaskDialogSlot() {
  const { dialog, close } = useTaskDialog();
  return dialog && <LoadedDialog load={load} props={{}} onClose={close} />;
}
