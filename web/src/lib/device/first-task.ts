import { TASK_TITLE_MAX } from '#domain/task.ts';
import { newId } from '../new-id.ts';

const KEY = 'errand-first-task';

/** A task typed on the landing page, waiting for its writer to sign in. `client_id` makes adding it twice harmless. */
export interface FirstTask {
  readonly title: string;
  readonly client_id: string;
}

const IN_ADDRESS = '#task=';

/** Fallback where storage is forbidden: lasts as long as the page. */
let unstored: FirstTask | null = null;

/**
 * Keeps what was typed on the landing page. Blank text keeps nothing. Answers with what the next page's address must
 * end in: nothing, or, where storage is forbidden, the task itself (a fragment, which no server sees).
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
 * Takes the task out of the address that the landing page has made. Only where storage is forbidden: everywhere else
 * somebody else has written the address, and would write on a list that is not theirs.
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
    // Cut off in the middle of a character: nothing that the landing page has written.
    return '';
  }
}

/** The kept task, or null. It stays until `forgetFirstTask`, so that a failed addition can be repeated. */
export function readFirstTask(): FirstTask | null {
  if (unstored) return unstored;
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
  unstored = null;
  try {
    localStorage.removeItem(KEY);
  } catch {
    // An unreadable entry is dropped.
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
