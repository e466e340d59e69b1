import * as z from 'zod/mini';
import { create } from 'zustand';
import { createDraft } from '#web/lib/device/create-draft.ts';
import { onUserChange } from '#web/lib/session/on-user-change.ts';

/** An unsaved name, and the saved one that it replaces. */
const typedName = z.object({ name: z.string(), before: z.string() });

interface NameField {
  /** Null if nothing was typed: the field then follows the saved name, from any device. */
  readonly typed: z.infer<typeof typedName> | null;
  /** True once the stored draft has been looked up. */
  readonly isRead: boolean;
}

/** Draft of the full name, kept in a store to survive a sign-in. */
export const useNameField = create<NameField>(() => ({ typed: null, isRead: false }));

onUserChange(() => useNameField.setState({ typed: null }));

/** Keeps the draft across a sign-in. */
export const keepNameOf = createDraft({
  key: 'errand-name',
  schema: typedName,
  read: () => useNameField.getState().typed,
  restore: (typed) => useNameField.setState({ typed, isRead: true }),
  subscribe: (changed) => void useNameField.subscribe(changed),
});
