import { useEffect } from 'react';
import * as z from 'zod/mini';
import { createDraft } from '#web/lib/device/create-draft.ts';
import { LoadedDialog } from '#web/lib/page/loaded-dialog.tsx';
import { useSession } from '#web/lib/session/session.ts';
import { isWritten, leftProjectForms, projectForm, useProjectDialog } from './project-dialog-state.ts';

/** Keeps project drafts across a sign-in. */
const keepProjectDraftOf = createDraft({
  key: 'errand-project-draft',
  schema: z.object({ dialog: z.nullable(projectForm), left: leftProjectForms }),
  read: () => {
    const { dialog: open, left } = useProjectDialog.getState();
    // Skips empty forms: they would only block the page that opens next.
    const dialog = open && open.kind !== 'delete' && isWritten(open) ? open : null;
    return dialog === null && Object.keys(left).length === 0 ? null : { dialog, left: { ...left } };
  },
  restore: ({ dialog, left }) => useProjectDialog.setState(dialog ? { dialog, left } : { left }),
  clear: () => useProjectDialog.setState({ dialog: null, left: {} }),
  subscribe: (changed) => void useProjectDialog.subscribe(changed),
});

const load = async () => (await import('./project-dialog.tsx')).ProjectDialog;

/** Mounts the project dialogs, and reopens a draft that was open when the session ended. */
export function ProjectDialogSlot() {
  const userId = useSession((state) => state.user?.id);
  useEffect(() => {
    if (userId !== undefined) keepProjectDraftOf(userId);
  }, [userId]);
  const isOpen = useProjectDialog((state) => state.dialog !== null);
  const leave = useProjectDialog((state) => state.leave);
  return isOpen && <LoadedDialog load={load} props={{}} onClose={leave} />;
}
