import * as z from 'zod/mini';
import { createDraft } from '#web/lib/device/create-draft.ts';
import { begunDelegation, leftDelegations, useDelegationDialogs } from '../open-delegation.ts';
import { isChosen } from './delegation-choices.ts';

/**
 * Keeps what is chosen in the form of a delegation, and the files that have arrived, for whoever has just come in; and
 * what was chosen in those that were left.
 */
export const keepDelegationOf = createDraft({
  key: 'errand-delegation',
  schema: z.object({ open: z.nullable(begunDelegation), left: leftDelegations }),
  read: () => {
    const { delegating, leftDelegations: left } = useDelegationDialogs.getState();
    // A form in which nothing was chosen would only stand in the way of the page that somebody goes to.
    const isBegun = delegating && isChosen(delegating.choices, delegating.task.project_id);
    const open = isBegun ? delegating : null;
    return open === null && Object.keys(left).length === 0 ? null : { open, left: { ...left } };
  },
  restore: (kept) => {
    const { open = null, left = {} } = kept ?? {};
    useDelegationDialogs.setState({
      delegating: open,
      leftDelegations: left,
      ...(open && { reading: null, following: null }),
    });
  },
  subscribe: (changed) => void useDelegationDialogs.subscribe(changed),
});
