import { TASK_TITLE_MAX } from '#domain/task.ts';
import { newId } from './new-id.ts';

const KEY = 'errand-first-task';

/** A task typed on the landing page, waiting for its writer to sign in. `client_id` makes adding it twice harmless. */
export interface FirstTask {
  readonly title: string;
  readonly client_id: string;
}

/** Keeps what was typed on the landing page. Blank text keeps nothing. */
export function keepFirstTask(text: string): void {
  const title = text.trim().slice(0, TASK_TITLE_MAX);
  if (title === '') return;
  const task: FirstTask = { title, client_id: newId() };
  try {
    localStorage.setItem(KEY, JSON.stringify(task));
  } catch {
    // Storage may be forbidden: the person goes on to sign-up without the task.
  }
}

/** The kept task, or null. It stays until `forgetFirstTask`, so that a failed addition can be repeated. */
export function readFirstTask(): FirstTask | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return isFirstTask(kept) ? kept : null;
  } catch {
    // Not readable, or storage forbidden: as if nothing had been kept.
    return null;
  }
}

/** Call it once the server has confirmed the task. */
export function forgetFirstTask(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // What cannot be read cannot be kept either.
  }
}

/** By hand, because the landing page has no room for a schema library. */
function isFirstTask(value: unknown): value is FirstTask {
  return (
    typeof value === 'object' &&
    value !== null &&
    'title' in value &&
    typeof value.title === 'string' &&
    value.title !== '' &&
    'client_id' in value &&
    typeof value.client_id === 'string'
  );
}
