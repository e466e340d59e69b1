import { useEffect } from 'react';
import { LoadedDialog } from '#web/lib/page/loaded-dialog.tsx';
import { useSession } from '#web/lib/session/session.ts';
import { useTaskDialog } from './task-dialog-state.ts';
import { keepDraftOf } from './task-draft.ts';

const load = async () => (await import('./task-dialog.tsx')).TaskDialog;

/** Where the task forms open, also the one that was open when the session ended or the page was loaded again. */
export function TaskDialogSlot() {
  const userId = useSession((state) => state.user?.id);
  useEffect(() => {
    if (userId !== undefined) keepDraftOf(userId);
  }, [userId]);
  const isOpen = useTaskDialog((state) => state.dialog !== null);
  const leave = useTaskDialog((state) => state.leave);
  return isOpen && <LoadedDialog load={load} props={{}} onClose={leave} />;
}
