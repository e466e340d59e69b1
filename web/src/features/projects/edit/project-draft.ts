import * as z from 'zod/mini';
import { createDraft } from '#web/lib/device/create-draft.ts';
import { isWritten, leftProjectForms, projectForm, useProjectDialog } from './project-dialog-state.ts';

/** Keeps what is written in forms of projects for whoever has just come in. */
export const keepProjectDraftOf = createDraft({
  key: 'errand-project-draft',
  schema: z.object({ dialog: z.nullable(projectForm), left: leftProjectForms }),
  read: () => {
    const { dialog: open, left } = useProjectDialog.getState();
    // An empty form would only stand in the way on the page that comes next.
    const dialog = open && open.kind !== 'delete' && isWritten(open) ? open : null;
    return dialog === null && Object.keys(left).length === 0 ? null : { dialog, left: { ...left } };
  },
  restore: (kept) => useProjectDialog.setState(kept ?? { dialog: null, left: {} }),
  subscribe: (changed) => void useProjectDialog.subscribe(changed),
});
