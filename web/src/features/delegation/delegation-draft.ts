import * as z from 'zod/mini';
import { createDraft } from '#web/lib/create-draft.ts';
import { delegationChoices } from './delegation-choices.ts';
import { delegableTask, useDelegationDialogs } from './open-delegation.ts';

/** Keeps what is chosen in the form of a delegation, and the files that have arrived, for whoever has just come in. */
export const keepDelegationOf = createDraft({
  key: 'errand-delegation',
  schema: z.object({ task: delegableTask, choices: delegationChoices }),
  read: () => useDelegationDialogs.getState().delegating,
  restore: (delegating) =>
    useDelegationDialogs.setState(
      delegating ? { delegating, reading: null, following: null } : { delegating: null },
    ),
  subscribe: (changed) => void useDelegationDialogs.subscribe(changed),
});
