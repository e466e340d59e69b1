import { createDraft } from '#web/lib/create-draft.ts';
import { projectForm, useProjectDialog } from './project-dialog-state.ts';

/** Keeps the open form of a project for whoever has just come in. */
export const keepProjectDraftOf = createDraft({
  key: 'errand-project-draft',
  schema: projectForm,
  read: () => {
    const { dialog } = useProjectDialog.getState();
    return dialog?.kind === 'delete' ? null : dialog;
  },
  restore: (dialog) => useProjectDialog.setState({ dialog }),
  subscribe: (changed) => void useProjectDialog.subscribe(changed),
});
