import type { PostgrestClient } from '@supabase/postgrest-js';
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { logProblem } from '../log.ts';
import { queryKeys } from '../server/query-keys.ts';
import { refreshProfile } from '../session/session.ts';
import { selectTasks, toListedTasks } from './listed-task.ts';
import { putListedTask, removeTask } from './task-cache.ts';

/** What live updates keep current, by table. Tasks with their runs and answers are read one by one. */
const READ_AGAIN: Readonly<Record<string, readonly QueryKey[]>> = {
  tasks: [queryKeys.allProjectWork],
  projects: [queryKeys.projects, queryKeys.anyProject],
  trash: [queryKeys.trash],
  profiles: [queryKeys.credits],
  user_settings: [queryKeys.userSettings],
  ai_runs: [queryKeys.anyLatestRun, queryKeys.allProgress],
  ai_run_events: [queryKeys.allProgress],
  ai_responses: [queryKeys.allProjectWork],
};

/** First parts of the keys of everything that a missed change can be applied to. */
const FOLLOWED = new Set([
  ...Object.values(READ_AGAIN).flatMap((keys) => keys.map(([name]) => name)),
  ...[
    queryKeys.tasks,
    queryKeys.pendingCounts,
    queryKeys.anyOpenedTask,
    queryKeys.anyLiveText,
    queryKeys.anyLivePreview,
  ].map(([name]) => name),
]);

const answer = z.object({
  until: z.string(),
  missed: z.nullable(z.object({ tables: z.array(z.string()), task_ids: z.array(z.string()) })),
});

/** Reads what has changed since the last call; the first time, since this page was opened. */
export type CatchUp = (afterBreak: boolean) => Promise<void>;

/**
 * Updates are sent at most once. Whoever was away asks for a list of what has changed, by the server's clock, and
 * reads that alone; all of it if the list isn't to be had.
 */
export function createCatchUp(supabase: PostgrestClient, client: QueryClient): CatchUp {
  let until: string | null = null;
  return async (afterBreak) => {
    try {
      const { data } = await supabase
        .rpc('missed_changes', until === null ? { seconds: secondsOpen() } : { since: until })
        .throwOnError();
      const told = answer.parse(data);
      if (told.missed === null) readAll(client);
      else {
        await readTasks(supabase, client, told.missed.task_ids);
        readTables(client, told.missed.tables, afterBreak);
      }
      until = told.until;
    } catch (error) {
      logProblem('what was missed could not be asked for', error);
      readAll(client);
    }
  };
}

/** The one clock stops while some computers sleep, the other can be set. */
function secondsOpen(): number {
  return Math.ceil(Math.max(performance.now(), Date.now() - performance.timeOrigin) / 1000);
}

async function readTasks(
  supabase: PostgrestClient,
  client: QueryClient,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const { data } = await selectTasks(supabase).in('id', ids).throwOnError();
  const rows = new Map(toListedTasks(data).map((row) => [row.id, row]));
  for (const id of ids) {
    const row = rows.get(id);
    if (row) putListedTask(client, row);
    else removeTask(client, id);
    void client.invalidateQueries({ queryKey: queryKeys.openedTask(id) });
  }
}

function readTables(client: QueryClient, tables: readonly string[], afterBreak: boolean): void {
  const keys = tables.flatMap((table) => READ_AGAIN[table] ?? []);
  // Pieces of a text aren't recorded, only the states of its run.
  if (afterBreak) keys.push(queryKeys.allProgress);
  for (const queryKey of new Set(keys)) void client.invalidateQueries({ queryKey });
  if (afterBreak)
    void client.invalidateQueries({ predicate: (query) => !isFollowed(query) && !isLasting(query) });
  if (tables.includes('profiles')) void refreshProfile();
}

function readAll(client: QueryClient): void {
  void client.invalidateQueries({ predicate: (query) => !isLasting(query) });
  void refreshProfile();
}

const isFollowed = ({ queryKey: [name] }: Query): boolean => FOLLOWED.has(String(name));
const isLasting = ({ meta }: Query): boolean => meta?.['lasting'] === true;
