import type { QueryClient } from '@tanstack/react-query';
import { sendChange, TASK_CHANGE } from '../change/send-change.ts';
import { readTaskChange } from '../change/task-change.ts';
import { toWrite, useTaskDrafts } from './task-drafts.ts';

/** Sends the draft of a task, unless the user has to choose between two versions first. */
export function sendDraft(client: QueryClient, id: string): void {
  const { drafts, conflicts } = useTaskDrafts.getState();
  const draft = drafts[id];
  const write = draft && conflicts[id] === undefined ? toWrite(draft) : undefined;
  if (!write || isSending(client, id, write.values)) return;
  dropUnsent(client, id);
  sendChange(client, { kind: 'write', id, ...write });
}

/** Drafts that a closed page or an ended session left behind. */
export function sendAllDrafts(client: QueryClient): void {
  for (const id of Object.keys(useTaskDrafts.getState().drafts)) sendDraft(client, id);
}

function writesOf(client: QueryClient, id: string) {
  return client
    .getMutationCache()
    .findAll({ mutationKey: TASK_CHANGE, status: 'pending' })
    .flatMap((mutation) => {
      const change = readTaskChange(mutation.state.variables);
      return change?.kind === 'write' && change.id === id ? [{ mutation, change }] : [];
    });
}

function isSending(client: QueryClient, id: string, values: object): boolean {
  const last = writesOf(client, id).at(-1);
  return JSON.stringify(last?.change.values) === JSON.stringify(values);
}

/** Offline, each pause of the typing would add a copy of the notes. A draft includes the texts of the one before. */
function dropUnsent(client: QueryClient, id: string): void {
  for (const { mutation, change } of writesOf(client, id)) {
    const isTexts = Object.keys(change.values).every((name) => name === 'title' || name === 'notes');
    const wasTried = mutation.state.failureCount > 0 || !mutation.state.isPaused;
    if (isTexts && change.base && !wasTried) client.getMutationCache().remove(mutation);
  }
}
