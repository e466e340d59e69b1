import * as z from 'zod/mini';
import { createDraft } from '#web/lib/create-draft.ts';
import { delegableTask, useDelegationDialogs } from './open-delegation.ts';

/** Keeps what is asked about an answer, and the answer it is asked about, for whoever has just come in. */
export const keepFollowUpOf = createDraft({
  key: 'errand-follow-up',
  schema: z.object({ task: delegableTask, runId: z.string(), instruction: z.string() }),
  read: () => {
    const { reading, following } = useDelegationDialogs.getState();
    return reading && following ? { task: reading.task, ...following } : null;
  },
  restore: (kept) => {
    if (kept === null) return useDelegationDialogs.getState().stopFollowing();
    const { task, runId, instruction } = kept;
    useDelegationDialogs.setState({
      delegating: null,
      reading: { task, runId },
      following: { runId, instruction },
    });
  },
  subscribe: (changed) => void useDelegationDialogs.subscribe(changed),
});
