import type { QueryClient } from '@tanstack/react-query';
import type { Response } from '#domain/rows/response-row.ts';
import type { Run } from '#domain/rows/run-row.ts';
import type { Task } from '#domain/rows/task-row.ts';
import { queryKeys } from '../server/query-keys.ts';
import { followUpReads } from '../server/refetch.ts';
import { laterRun, withLaterWork } from './later-work.ts';
import type { ListWindow } from './list-window.ts';

/** Fields of an answer that a list shows. */
export type Slip = Pick<
  Response,
  'id' | 'is_demo' | 'created_at' | 'preview' | 'files' | 'source_count' | 'gap_count'
>;

/** List entry of an answer and its run. The full text loads when opened. */
export interface Delivery extends Slip {
  readonly run: Run;
}

export interface ListedTask extends Task {
  /** The latest run, whatever its state. */
  readonly run: Run | null;
  /** The latest answer, kept while a later run is live or after it failed. */
  readonly delivery: Delivery | null;
  /** Set while a live run is only known from this device's copy: it may have ended since. */
  readonly remembered?: true;
}

export interface PendingList {
  /** Newest first. A task that was just completed stays until the list releases it. */
  readonly rows: readonly ListedTask[];
  /** Whether the server has more. */
  readonly hasMore: boolean;
  /** Set if there are too many to read them all: they are read as they come into view. */
  readonly window?: ListWindow;
}

export interface CompletedPage {
  readonly rows: readonly ListedTask[];
  /** Count of completed tasks under the same filter, on all pages. */
  readonly total: number;
}

/** Longest duration of a list's fetch. */
const READ_MS = 15_000;

/** Removed tasks with the time, so that a list fetched at that moment doesn't restore them. */
const removals = new Map<string, number>();

export function wasJustRemoved(id: string): boolean {
  const moment = removals.get(id);
  if (moment === undefined) return false;
  if (performance.now() - moment < READ_MS) return true;
  return !removals.delete(id);
}

/** The task was restored from the trash. */
export function forgetRemoval(id: string): void {
  removals.delete(id);
}

/** Puts a stored task into the lists that show it, keeping what they know of its run. */
export function putTask(client: QueryClient, task: Task): void {
  forgetRemoval(task.id);
  const known = knownTasks(client).find(({ id }) => id === task.id);
  // An answer may arrive after the live update of a later change.
  if (known && known.updated_at > task.updated_at) return;
  const wasPending = updatePending(client, task.id, (row) => ({ ...row, ...task }));
  // A count under way may have seen it as it was.
  if (wasPending) followUpReads(client, queryKeys.pendingCounts);
  if (!task.is_completed) {
    if (!wasPending) addPending(client, { run: null, delivery: null, ...known, ...task });
    removeCompleted(client, task.id);
    return;
  }
  const wasCompleted = updateCompleted(client, task.id, (row) => ({ ...row, ...task }));
  if (wasPending || wasCompleted) return;
  recount(client);
  refreshCompleted(client);
}

/** The same for a task that was read with its work. What is known of it may be newer. */
export function putListedTask(client: QueryClient, read: ListedTask): void {
  if (wasJustRemoved(read.id)) return;
  const known = knownTasks(client).find(({ id }) => id === read.id);
  putTask(client, known ? withLaterWork(known, read) : read);
}

/** Removes a task from every list. */
export function removeTask(client: QueryClient, id: string): void {
  removals.set(id, performance.now());
  const list = client.getQueryData<PendingList>(queryKeys.pending);
  if (list?.rows.some((row) => row.id === id)) {
    const rows = list.rows.filter((row) => row.id !== id);
    client.setQueryData<PendingList>(queryKeys.pending, { ...list, rows });
    followUpReads(client, queryKeys.pendingCounts);
  } else recount(client);
  removeCompleted(client, id);
}

/** Moves completed tasks from the pending to the completed list. */
export function releaseCompleted(client: QueryClient, ids: ReadonlySet<string>): void {
  client.setQueryData<PendingList>(
    queryKeys.pending,
    (list) => list && { ...list, rows: list.rows.filter((row) => !row.is_completed || !ids.has(row.id)) },
  );
  refreshCompleted(client);
}

/** Sets the run of its task, unless a newer state or a newer run is known. */
export function putRun(client: QueryClient, run: Run): void {
  client.setQueryData<Run | null>(queryKeys.latestRun(run.task_id), (known) =>
    known === undefined ? undefined : laterRun(known, run),
  );
  updateTask(client, run.task_id, (task) => {
    const { delivery } = task;
    return {
      ...task,
      run: laterRun(task.run, run),
      delivery: delivery?.run.id === run.id ? { ...delivery, run: laterRun(delivery.run, run) } : delivery,
    };
  });
}

/** Sets the answer of its task, with the run it came from. */
export function putDelivery(client: QueryClient, response: Response): void {
  updateTask(client, response.task_id, (task) =>
    task.run?.id === response.run_id ? { ...task, delivery: toDelivery(response, task.run) } : task,
  );
}

/** Reduces a full answer to the fields of a list. */
export function toDelivery(slip: Slip, run: Run): Delivery {
  const { id, is_demo, created_at, preview, files, source_count, gap_count } = slip;
  return { id, is_demo, created_at, preview, files, source_count, gap_count, run };
}

/** All tasks in any list. */
export function knownTasks(client: QueryClient): ListedTask[] {
  const pages = client.getQueriesData<CompletedPage>({ queryKey: queryKeys.allCompleted });
  const pending = client.getQueryData<PendingList>(queryKeys.pending);
  return [...(pending?.rows ?? []), ...pages.flatMap(([, page]) => page?.rows ?? [])];
}

type Change = (task: ListedTask) => ListedTask;

function updateTask(client: QueryClient, id: string, change: Change): void {
  updatePending(client, id, change);
  updateCompleted(client, id, change);
}

function updatePending(client: QueryClient, id: string, change: Change): boolean {
  const list = client.getQueryData<PendingList>(queryKeys.pending);
  if (!list?.rows.some((row) => row.id === id)) return false;
  client.setQueryData<PendingList>(queryKeys.pending, { ...list, rows: changed(list.rows, id, change) });
  return true;
}

function updateCompleted(client: QueryClient, id: string, change: Change): boolean {
  let found = false;
  client.setQueriesData<CompletedPage>({ queryKey: queryKeys.allCompleted }, (page) => {
    if (!page?.rows.some((row) => row.id === id)) return undefined;
    found = true;
    return { ...page, rows: changed(page.rows, id, change) };
  });
  return found;
}

function removeCompleted(client: QueryClient, id: string): void {
  let wasCompleted = false;
  client.setQueriesData<CompletedPage>({ queryKey: queryKeys.allCompleted }, (page) => {
    // Don't set an unchanged page: the library would count it as freshly fetched.
    if (!page?.rows.some((row) => row.id === id)) return undefined;
    wasCompleted = true;
    return { rows: page.rows.filter((row) => row.id !== id), total: page.total - 1 };
  });
  // The first task of the next page moves up.
  if (wasCompleted) refreshCompleted(client);
}

/** Replaces the changed row only, so that no other re-renders. */
function changed(rows: readonly ListedTask[], id: string, change: Change): ListedTask[] {
  return rows.map((row) => (row.id === id ? change(row) : row));
}

function addPending(client: QueryClient, task: ListedTask): void {
  client.setQueryData<PendingList>(queryKeys.pending, (list) => {
    if (!list) return list;
    const place = list.rows.findIndex((row) => row.created_at < task.created_at);
    // Older than everything loaded: it is on a later page.
    if (place === -1 && list.hasMore && !list.window) return list;
    return { ...list, rows: list.rows.toSpliced(place === -1 ? list.rows.length : place, 0, task) };
  });
  recount(client);
}

/**
 * The task wasn't loaded, so it is unknown where it was counted. Many may change at once: a count under way is followed
 * by one more.
 */
function recount(client: QueryClient): void {
  followUpReads(client, queryKeys.pendingCounts);
  void client.invalidateQueries({ queryKey: queryKeys.pendingCounts }, { cancelRefetch: false });
}

function refreshCompleted(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: queryKeys.allCompleted });
}
