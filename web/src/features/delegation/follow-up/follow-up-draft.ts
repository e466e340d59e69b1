import * as z from 'zod/mini';
import { createDraft } from '#web/lib/device/create-draft.ts';
import { delegableTask, leftFollowUps, useDelegationDialogs } from '../open-delegation.ts';

/** Keeps the open follow-up, its answer, and drafts of others for the user who is signed in. */
export const keepFollowUpOf = createDraft({
  key: 'errand-follow-up',
  schema: z.object({
    open: z.nullable(z.object({ task: delegableTask, runId: z.string(), instruction: z.string() })),
    left: leftFollowUps,
  }),
  read: () => {
    const { reading, following, left } = useDelegationDialogs.getState();
    const open = reading && following ? { task: reading.task, ...following } : null;
    return open === null && Object.keys(left).length === 0 ? null : { open, left: { ...left } };
  },
  restore: ({ open, left }) => {
    if (open === null) return useDelegationDialogs.setState({ left });
    const { task, runId, instruction } = open;
    useDelegationDialogs.setState({
      delegating: null,
      reading: { task, runId },
      following: { runId, instruction },
      left,
    });
  },
  clear: () => useDelegationDialogs.setState({ following: null, left: {} }),
  subscribe: (changed) => void useDelegationDialogs.subscribe(changed),
});
