import type { PostgrestClient } from '@supabase/postgrest-js';
import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../server/query-client.ts';
import { queryKeys } from '../server/query-keys.ts';
import { sampleListed, sampleRun, sampleTask } from '../server/sample-rows.ts';
import { type CatchUp, createCatchUp } from './catch-up.ts';
import { forgetRemoval, type PendingList } from './task-cache.ts';

const logged = vi.hoisted(() => [] as string[]);
vi.mock('../log.ts', () => ({ logProblem: (what: string) => logged.push(what) }));

interface Missed {
  readonly tables: readonly string[];
  readonly task_ids: readonly string[];
}

/** Fake server: what the next call is told, and the rows that it has. */
function farSide() {
  const asked: object[] = [];
  const read: (readonly string[])[] = [];
  const far = {
    asked,
    read,
    told: { tables: [], task_ids: [] } as Missed | null | Error,
    rows: [] as object[] | Error,
    supabase: {
      rpc: (_name: string, from: object) => {
        asked.push(from);
        const { told } = far;
        const answer = { data: { until: `call ${asked.length}`, missed: told } };
        return {
          throwOnError: () => (told instanceof Error ? Promise.reject(told) : Promise.resolve(answer)),
        };
      },
      from: () => builder,
      // The part of the client that catching up uses.
    } as unknown as PostgrestClient,
  };
  const builder = {
    select: () => builder,
    order: () => builder,
    limit: () => builder,
    in: (_column: string, ids: readonly string[]) => {
      read.push(ids);
      const { rows } = far;
      return {
        throwOnError: () => (rows instanceof Error ? Promise.reject(rows) : Promise.resolve({ data: rows })),
      };
    },
  };
  return far;
}

let client: QueryClient;
let far: ReturnType<typeof farSide>;
let catchUp: CatchUp;
const pending = () => client.getQueryData<PendingList>(queryKeys.pending)?.rows ?? [];
const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;
const asRead = (id: string, more: object) => ({
  ...sampleTask(id, more),
  ai_runs: [sampleRun(`run of ${id}`, id, { status: 'running' })],
  ai_responses: [],
});

beforeEach(() => {
  for (const id of ['a', 'b']) forgetRemoval(id);
  logged.length = 0;
  client = createQueryClient();
  const rows = [sampleListed(sampleTask('a')), sampleListed(sampleTask('b'))];
  client.setQueryData<PendingList>(queryKeys.pending, { rows, hasMore: false });
  client.setQueryData(queryKeys.projects, []);
  client.setQueryData(queryKeys.progress('r'), []);
  client.setQueryData(['sessions'], []);
  far = farSide();
  catchUp = createCatchUp(far.supabase, client);
});

it('reads nothing again if nothing has changed', async () => {
  await catchUp(false);
  expect(far.read).toEqual([]);
  for (const key of [queryKeys.pending, queryKeys.projects, ['sessions']]) expect(isStale(key)).toBe(false);
});

it('reads the tasks that have changed, with their runs, and removes those that are gone', async () => {
  far.told = { tables: ['tasks', 'ai_runs'], task_ids: ['a', 'b', 'c'] };
  const changed = { title: 'Renamed', updated_at: '2026-11-20T11:00:00+00:00' };
  far.rows = [asRead('a', changed), asRead('c', { created_at: '2026-11-20T12:00:00+00:00' })];
  await catchUp(false);
  expect(far.read).toEqual([['a', 'b', 'c']]);
  expect(pending().map(({ id, title, run }) => [id, title, run?.status])).toEqual([
    ['c', 'Task c', 'running'],
    ['a', 'Renamed', 'running'],
  ]);
  expect(isStale(queryKeys.pending)).toBe(false);
});

it('does not let a late read revert a newer update', async () => {
  far.told = { tables: ['tasks'], task_ids: ['a'] };
  far.rows = [asRead('a', { title: 'Older', updated_at: '2026-11-19T10:00:00+00:00' })];
  await catchUp(false);
  expect(pending()[0]?.title).toBe('Task a');
});

it('reads again what else has changed', async () => {
  far.told = { tables: ['projects'], task_ids: [] };
  await catchUp(false);
  expect(isStale(queryKeys.projects)).toBe(true);
  expect(isStale(queryKeys.pending)).toBe(false);
});

it('goes on from where the last call ended, each tab from its own place', async () => {
  await catchUp(false);
  await catchUp(true);
  const other = createCatchUp(far.supabase, client);
  await other(false);
  const first = { seconds: expect.any(Number) };
  expect(far.asked).toEqual([first, { since: 'call 1' }, first]);
});

it('reads progress and what no update tells of only after a break', async () => {
  await catchUp(false);
  expect(isStale(queryKeys.progress('r'))).toBe(false);
  await catchUp(true);
  expect(isStale(queryKeys.progress('r'))).toBe(true);
  expect(isStale(['sessions'])).toBe(true);
});

it('reads everything once if the server no longer knows what was missed', async () => {
  const [sign, count] = [vi.fn(() => 'a link'), vi.fn(() => 1)];
  const link = new QueryObserver(client, { queryKey: ['link'], queryFn: sign, meta: { lasting: true } });
  const other = new QueryObserver(client, { queryKey: ['count'], queryFn: count });
  const observed = [link, other].map((one) => one.subscribe(() => undefined));
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  far.told = null;
  await catchUp(true);
  await vi.waitFor(() => expect(count).toHaveBeenCalledTimes(2));
  expect(isStale(queryKeys.pending)).toBe(true);
  expect(sign).toHaveBeenCalledTimes(1);
  far.told = { tables: [], task_ids: [] };
  await catchUp(true);
  expect(far.asked.at(-1)).toEqual({ since: 'call 1' });
  for (const unsubscribe of observed) unsubscribe();
});

it('reads everything if the question fails, and asks again from the same place', async () => {
  await catchUp(false);
  far.told = new Error('no such function');
  await catchUp(true);
  expect(isStale(queryKeys.pending)).toBe(true);
  expect(logged).toHaveLength(1);
  far.told = { tables: [], task_ids: [] };
  await catchUp(true);
  expect(far.asked.at(-1)).toEqual({ since: 'call 1' });
});

it('asks again from the same place if the changed tasks cannot be read', async () => {
  await catchUp(false);
  far.told = { tables: ['tasks'], task_ids: ['a'] };
  far.rows = new Error('the connection was lost');
  await catchUp(true);
  expect(isStale(queryKeys.pending)).toBe(true);
  expect(logged).toHaveLength(1);
  await catchUp(true);
  expect(far.asked.at(-1)).toEqual({ since: 'call 1' });
});
