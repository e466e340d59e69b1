import * as z from 'zod/mini';
import { createDraft } from '#web/lib/create-draft.ts';
import { useQuickLine } from './quick-line.ts';
import { openDialog, useTaskDialog } from './task-dialog-state.ts';

/** Keeps the line and the open form of a task for whoever has just come in. */
export const keepDraftOf = createDraft({
  key: 'errand-draft',
  schema: z.object({ line: z.string(), dialog: z.nullable(openDialog) }),
  read: () => {
    const { text: line } = useQuickLine.getState();
    const { dialog } = useTaskDialog.getState();
    return line === '' && dialog === null ? null : { line, dialog };
  },
  restore: (kept) => {
    useQuickLine.getState().write(kept?.line ?? '');
    useTaskDialog.setState({ dialog: kept?.dialog ?? null });
  },
  subscribe: (changed) => {
    useQuickLine.subscribe(changed);
    useTaskDialog.subscribe(changed);
  },
});
