import { useCallback, useState } from 'react';
import { rowOfTask } from '#web/lib/live/task-rows.ts';

/**
 * The element to focus when the answer is closed: whatever opened it. A slip folds once it was opened, which
 * removes its button; then the line that took its place.
 */
export function useOpener(taskId: string): () => HTMLElement | null {
  const [opener] = useState(() => document.activeElement);
  return useCallback(() => {
    if (opener?.isConnected) return null;
    return rowOfTask(taskId)?.querySelector<HTMLElement>('.slip-line-open') ?? null;
  }, [opener, taskId]);
}
