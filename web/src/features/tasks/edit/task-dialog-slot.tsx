import { useEffect } from 'react';
import * as z from 'zod/mini';
import { createDraft } from '#web/lib/device/create-draft.ts';
import { LoadedDialog } from '#web/lib/page/loaded-dialog.tsx';
import { useSession } from '#web/lib/session/session.ts';
import { useQuickLine } from '../add/quick-line.ts';
import { isWritten, leftForms, openDialog, useTaskDialog } from './task-dialog-state.ts';

/** Keeps quick add, pasted lines and task drafts across a sign-in. */
const keepDraftOf = createDraft({
  key: 'errand-draft',
  schema: z.object({
    line: z.string(),
    lines: z._default(z.array(z.string()), []),
    dialog: z.nullable(openDialog),
    left: z._default(leftForms, {}),
  }),
  read: () => {
    const { text: line, lines } = useQuickLine.getState();
    const { dialog: open, left } = useTaskDialog.getState();
    // Skips empty forms: they would only block the page that opens next.
    const dialog = open && isWritten(open) ? open : null;
    const isNothing = line === '' && lines.length === 0 && dialog === null && Object.keys(left).length === 0;
    return isNothing ? null : { line, lines: [...lines], dialog, left: { ...left } };
  },
  restore: ({ line, lines, dialog, left }) => {
    const { text, write, ask } = useQuickLine.getState();
    write(text || line);
    ask(lines);
    useTaskDialog.setState(dialog ? { dialog, left } : { left });
  },
  clear: () => {
    const { clear, ask } = useQuickLine.getState();
    clear();
    ask([]);
    useTaskDialog.setState({ dialog: null, left: {} });
  },
  subscribe: (changed) => {
    useQuickLine.subscribe(changed);
    useTaskDialog.subscribe(changed);
  },
});

const load = async () => (await import('./task-dialog.tsx')).TaskDialog;

/** Mounts the task dialogs, and reopens a draft after a sign-in or reload. */
export function TaskDialogSlot() {
  const userId = useSession((state) => state.user?.id);
  useEffect(() => {
    if (userId !== undefined) keepDraftOf(userId);
  }, [userId]);
  const isOpen = useTaskDialog((state) => state.dialog !== null);
  const leave = useTaskDialog((state) => state.leave);
  return isOpen && <LoadedDialog load={load} props={{}} onClose={leave} />;
}
