import * as z from 'zod/mini';
import { create } from 'zustand';
import { createDraft } from '#web/lib/device/create-draft.ts';

/** The code that stands in the field. Kept here, so that it outlives a sign-in in between. */
export const useTypedCode = create<{ readonly code: string }>(() => ({ code: '' }));

/** Keeps it for whoever has just come in. */
export const keepCodeOf = createDraft({
  key: 'errand-code',
  schema: z.string(),
  read: () => useTypedCode.getState().code || null,
  restore: (code) => useTypedCode.setState({ code: code ?? '' }),
  subscribe: (changed) => void useTypedCode.subscribe(changed),
});
