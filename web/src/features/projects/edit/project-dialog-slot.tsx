import { useEffect } from 'react';
import { LoadedDialog } from '#web/lib/page/loaded-dialog.tsx';
import { useSession } from '#web/lib/session/session.ts';
import { useProjectDialog } from './project-dialog-state.ts';
import { keepProjectDraftOf } from './project-draft.ts';

const load = async () => (await import('./project-dialog.tsx')).ProjectDialog;

/** Where the dialogs about projects open, also the form that was open when the session ended. */
export function ProjectDialogSlot() {
  const userId = useSession((state) => state.user?.id);
  useEffect(() => {
    if (userId !== undefined) keepProjectDraftOf(userId);
  }, [userId]);
  const isOpen = useProjectDialog((state) => state.dialog !== null);
  const leave = useProjectDialog((state) => state.leave);
  return isOpen && <LoadedDialog load={load} props={{}} onClose={leave} />;
}
