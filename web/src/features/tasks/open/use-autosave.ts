import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sendDraft } from './send-drafts.ts';
import { useTaskDrafts } from './task-drafts.ts';

/** Debounce of typing. */
const PAUSE_MS = 800;

/** Sends the draft of a task after a pause, and at once when it is closed or the page is left. */
export function useAutosave(id: string): void {
  const client = useQueryClient();
  const draft = useTaskDrafts((state) => state.drafts[id]);
  const conflict = useTaskDrafts((state) => state.conflicts[id]);
  useEffect(() => {
    if (!draft || conflict) return;
    const timer = setTimeout(() => sendDraft(client, id), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [client, id, draft, conflict]);
  useEffect(() => {
    const send = () => sendDraft(client, id);
    document.addEventListener('visibilitychange', send);
    return () => {
      document.removeEventListener('visibilitychange', send);
      send();
    };
  }, [client, id]);
}
