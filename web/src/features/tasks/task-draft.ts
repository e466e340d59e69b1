import * as z from 'zod/mini';
import { createDraft } from '#web/lib/create-draft.ts';
import { useQuickLine } from './quick-line.ts';
import { openDialog, useTaskDialog } from './task-dialog-state.ts';

/** Keeps the line, the pasted lines and the open form of a task for whoever has just come in. */
export const keepDraftOf = createDraft({
  key: 'errand-draft',
  schema: z.object({
    line: z.string(),
    lines: z._default(z.array(z.string()), []),
    dialog: z.nullable(openDialog),
  }),
  read: () => {
    const { text: line, lines } = useQuickLine.getState();
    const { dialog } = useTaskDialog.getState();
    return line === '' && lines.length === 0 && dialog === null ? null : { line, lines: [...lines], dialog };
  },
  restore: (kept) => {
    const { write, ask } = useQuickLine.getState();
    write(kept?.line ?? '');
    ask(kept?.lines ?? []);
    useTaskDialog.setState({ dialog: kept?.dialog ?? null });
  },
  subscribe: (changed) => {
    useQuickLine.subscribe(changed);
    useTaskDialog.subscribe(changed);
  },
});
