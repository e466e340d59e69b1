import * as z from 'zod/mini';
import { create } from 'zustand';
import { createDraft } from '#web/lib/device/create-draft.ts';
import { onUserChange } from '#web/lib/session/on-user-change.ts';

/** A full name that is not saved yet, and the saved one that it is to replace. */
const typedName = z.object({ name: z.string(), before: z.string() });

interface NameField {
  /** Null: nothing was typed, and the field follows what is saved, on whatever device. */
  readonly typed: z.infer<typeof typedName> | null;
  /** Whether a draft kept by an earlier page was looked up. */
  readonly isRead: boolean;
}

/** Draft of the full name, kept in a store so that it survives a sign-in. */
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
