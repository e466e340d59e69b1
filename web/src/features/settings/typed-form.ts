import type * as z from 'zod/mini';
import { create } from 'zustand';
import { createDraft } from '#web/lib/device/create-draft.ts';
import { onUserChange } from '#web/lib/session/on-user-change.ts';

interface TypedForm<Typed> {
  /** Null if nothing was typed: the form then follows the saved values, from any device. */
  readonly typed: Typed | null;
  /** True once the stored draft has been looked up. */
  readonly isRead: boolean;
}

/** Draft of a form, kept in a store to survive a sign-in. `keepOf` starts keeping that of a user. */
export function createTypedForm<Typed>(key: string, schema: z.ZodMiniType<Typed>) {
  const useTyped = create<TypedForm<Typed>>(() => ({ typed: null, isRead: false }));
  onUserChange(() => useTyped.setState({ typed: null }));
  const keepDraftOf = createDraft({
    key,
    schema,
    read: () => useTyped.getState().typed,
    restore: (typed) => useTyped.setState({ typed }),
    clear: () => useTyped.setState({ typed: null }),
    subscribe: (changed) => void useTyped.subscribe(changed),
  });
  const keepOf = (userId: string) => {
    keepDraftOf(userId);
    useTyped.setState({ isRead: true });
  };
  return { useTyped, keepOf };
}
