import * as z from 'zod/mini';
import { createDraft } from '#web/lib/device/create-draft.ts';
import { begunDelegation, leftDelegations, useDelegationDialogs } from '../open-delegation.ts';
import { isChosen } from './delegation-choices.ts';

/** Keeps the open form, its uploaded files, and drafts of other tasks for the user who is signed in. */
export const keepDelegationOf = createDraft({
  key: 'errand-delegation',
  schema: z.object({ open: z.nullable(begunDelegation), left: leftDelegations }),
  read: () => {
    const { delegating, leftDelegations: left } = useDelegationDialogs.getState();
    // Restoring an untouched form would only cover the page.
    const isBegun = delegating && isChosen(delegating.choices, delegating.task.project_id);
    const open = isBegun ? delegating : null;
    return open === null && Object.keys(left).length === 0 ? null : { open, left: { ...left } };
  },
  restore: ({ open, left }) =>
    useDelegationDialogs.setState({
      leftDelegations: left,
      ...(open && { delegating: open, reading: null, following: null }),
    }),
  clear: () => useDelegationDialogs.setState({ delegating: null, leftDelegations: {} }),
  subscribe: (changed) => void useDelegationDialogs.subscribe(changed),
});
