import { TASK_TITLE_MAX } from '#domain/task.ts';
import { newId } from '../new-id.ts';

const KEY = 'errand-first-task';

/** A task typed on the landing page, kept until sign-in. `client_id` makes adding it idempotent. */
export interface FirstTask {
  readonly title: string;
  readonly client_id: string;
}

const IN_ADDRESS = '#task=';

/** Fallback if storage is forbidden: lasts as long as the page. */
let unstored: FirstTask | null = null;

/**
 * Keeps a task typed on the landing page; blank text is ignored. Returns the suffix for the next page's URL:
 * empty, or, if storage is forbidden, a fragment with the task, which no server sees.
 */
export function keepFirstTask(text: string): string {
  const title = text.trim().slice(0, TASK_TITLE_MAX);
  if (title === '') return '';
  const task: FirstTask = { title, client_id: newId() };
  try {
    localStorage.setItem(KEY, JSON.stringify(task));
    return '';
  } catch {
    return IN_ADDRESS + encodeURIComponent(title);
  }
}

/**
 * Takes the task from the URL that the landing page made. Only if storage is forbidden: otherwise the link was
 * crafted by someone else, to write to the user's list.
 */
export function takeFirstTask(): void {
  const { hash, pathname, search } = location;
  if (!hash.startsWith(IN_ADDRESS)) return;
  history.replaceState(history.state, '', pathname + search);
  if (canStore()) return;
  const title = decoded(hash.slice(IN_ADDRESS.length)).trim().slice(0, TASK_TITLE_MAX);
  if (title !== '') unstored = { title, client_id: newId() };
}

function canStore(): boolean {
  const probe = `${KEY}-probe`;
  try {
    localStorage.setItem(probe, 'x');
    localStorage.removeItem(probe);
    return true;
  } catch {
    return false;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Truncated percent-encoding: not made by the landing page.
    return '';
  }
}

/** The kept task, or null. It stays until `forgetFirstTask`, so that a failed addition can be retried. */
export function readFirstTask(): FirstTask | null {
  if (unstored) return unstored;
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return isFirstTask(kept) ? kept : null;
  } catch {
    // Unreadable, or storage forbidden: treat as no task.
    return null;
  }
}

/** Call once the server has confirmed the task. */
export function forgetFirstTask(): void {
  unstored = null;
  try {
    localStorage.removeItem(KEY);
  } catch {
    // An unreadable entry counts as none.
  }
}

/** By hand, to keep a schema library off the landing page. */
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
