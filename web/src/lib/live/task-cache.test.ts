import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Response } from '#domain/rows/response-row.ts';
import type { Task } from '#domain/rows/task-row.ts';
import { createQueryClient } from '../server/query-client.ts';
import { queryKeys } from '../server/query-keys.ts';
import { sampleListed, sampleRun, sampleTask } from '../server/sample-rows.ts';
import {
  type CompletedPage,
  type PendingList,
  putDelivery,
  putRun,
  putTask,
  releaseCompleted,
  removeTask,
} from './task-cache.ts';

const FIRST_PAGE = queryKeys.completed({ category: 'all', timeframe: 'all', page: 0 });

/** Higher ids are newer. */
const task = (id: string, more: Partial<Task> = {}): Task =>
  sampleTask(id, { created_at: `2026-11-20T10:00:0${id}.000001+00:00`, ...more });

const done = { is_completed: true, completed_at: '2026-11-20T10:06:00+00:00' };

let client: QueryClient;
const pending = () => client.getQueryData<PendingList>(queryKeys.pending)?.rows ?? [];
const pendingIds = () => pending().map(({ id }) => id);
const completed = () => client.getQueryData<CompletedPage>(FIRST_PAGE);
const completedIsStale = () => client.getQueryState(FIRST_PAGE)?.isInvalidated;

beforeEach(() => {
  client = createQueryClient();
  const rows = ['4', '2'].map((id) => sampleListed(task(id)));
  client.setQueryData<PendingList>(queryKeys.pending, { rows, hasMore: false });
  client.setQueryData<CompletedPage>(FIRST_PAGE, { rows: [sampleListed(task('1', done))], total: 7 });
});

describe('the lists, on a live update', () => {
  it('insert a new task by its time, newest first', () => {
    putTask(client, task('3'));
    putTask(client, task('5'));
    putTask(client, task('0'));
    expect(pendingIds()).toEqual(['5', '4', '3', '2', '0']);
  });

  it('leave a task older than everything loaded to its own page', () => {
    client.setQueryData<PendingList>(queryKeys.pending, { rows: pending(), hasMore: true });
    putTask(client, task('0'));
    expect(pendingIds()).toEqual(['4', '2']);
  });

  it('show a task once, however often it is announced', () => {
    putTask(client, task('3'));
    putTask(client, task('3', { title: 'Renamed' }));
    expect(pending().filter(({ id }) => id === '3')).toMatchObject([{ title: 'Renamed' }]);
  });

  it('ignore an answer that the update of a later change has overtaken', () => {
    putTask(client, task('4', { title: 'Later', updated_at: '2026-11-20T10:00:00.12+00:00' }));
    putTask(client, task('4', { title: 'Earlier', updated_at: '2026-11-20T10:00:00+00:00' }));
    putTask(client, task('4', { title: 'Earlier', updated_at: '2026-11-20T10:00:00.119999+00:00' }));
    expect(pending()[0]?.title).toBe('Later');
    putTask(client, task('4', { title: 'Latest', updated_at: '2026-11-20T10:00:00.120001+00:00' }));
    expect(pending()[0]?.title).toBe('Latest');
  });

  it('do not bring a completed task back for an answer from before', () => {
    putTask(client, task('1', { updated_at: '2026-11-20T09:00:00+00:00' }));
    expect(pendingIds()).toEqual(['4', '2']);
    expect(completed()?.rows.map(({ id }) => id)).toEqual(['1']);
  });

  it("change one row and keep every other's identity", () => {
    const before = pending();
    putTask(client, task('4', { title: 'Renamed' }));
    expect(pending()[0]).toMatchObject({ title: 'Renamed' });
    expect(pending()[1]).toBe(before[1]);
  });

  it('keep the identity of rows below a removed one, and of refetched ones', () => {
    const [, kept] = pending();
    removeTask(client, '4');
    expect(pending()[0]).toBe(kept);
    const rows = structuredClone(pending());
    client.setQueryData<PendingList>(queryKeys.pending, { rows, hasMore: false });
    expect(pending()[0]).toBe(kept);
  });

  it('keep a completed task in place until it is released', () => {
    putTask(client, task('4', done));
    expect(pendingIds()).toEqual(['4', '2']);
    releaseCompleted(client, new Set(['4', '2']));
    expect(pendingIds()).toEqual(['2']);
    expect(completedIsStale()).toBe(true);
  });

  it('bring a reopened task back with its answer', () => {
    putRun(client, sampleRun('r', '1'));
    putTask(client, task('1'));
    expect(pendingIds()).toEqual(['4', '2', '1']);
    expect(pending()[2]?.run?.id).toBe('r');
    expect(completedIsStale()).toBe(true);
  });

  it('drop a deleted task and decrement the count', () => {
    removeTask(client, '4');
    removeTask(client, '1');
    expect(pendingIds()).toEqual(['2']);
    expect(completed()).toEqual({ rows: [], total: 6 });
    expect(completedIsStale()).toBe(true);
  });

  it('change nothing for a task that no list shows', () => {
    const before = pending();
    removeTask(client, 'unknown');
    putRun(client, sampleRun('r', 'unknown'));
    expect(pending()).toBe(before);
    expect(completedIsStale()).toBe(false);
  });

  it('keep a stale page stale', () => {
    void client.invalidateQueries({ queryKey: queryKeys.allCompleted });
    removeTask(client, 'unknown');
    putTask(client, task('4', { title: 'Renamed' }));
    putRun(client, sampleRun('r', '4'));
    expect(completedIsStale()).toBe(true);
  });
});

describe('runs under their tasks', () => {
  const answer: Response = {
    id: 'a',
    run_id: 'new',
    task_id: '4',
    content: 'Boxes, and more',
    preview: 'Boxes',
    files: [],
    model_used: 'm',
    is_demo: false,
    notices: [],
    evidence: null,
    source_count: 0,
    gap_count: 0,
    created_at: '2026-11-20T10:07:00+00:00',
  };

  it('are only replaced by newer ones', () => {
    putRun(client, sampleRun('old', '4'));
    putRun(client, sampleRun('new', '4', { created_at: '2026-11-20T10:06:00+00:00' }));
    putRun(client, sampleRun('old', '4', { status: 'cancelled' }));
    expect(pending()[0]?.run).toMatchObject({ id: 'new', status: 'queued' });
  });

  it('keep the answer whether it or the final state arrives first', () => {
    putRun(client, sampleRun('new', '4'));
    putDelivery(client, answer);
    putRun(client, sampleRun('new', '4', { status: 'succeeded' }));
    expect(pending()[0]).toMatchObject({
      run: { status: 'succeeded' },
      delivery: { id: 'a', run: { status: 'succeeded' } },
    });
  });

  it('carry the start of an answer, not all of it', () => {
    putRun(client, sampleRun('new', '4'));
    putDelivery(client, answer);
    expect(pending()[0]?.delivery).toMatchObject({ preview: 'Boxes' });
    expect(pending()[0]?.delivery).not.toHaveProperty('content');
  });

  it('keep the last answer while a later run is live, and when that fails', () => {
    putRun(client, sampleRun('new', '4'));
    putDelivery(client, answer);
    putRun(client, sampleRun('retry', '4', { status: 'failed', created_at: '2026-11-20T10:08:00+00:00' }));
    expect(pending()[0]).toMatchObject({ run: { id: 'retry' }, delivery: { id: 'a', run: { id: 'new' } } });
  });

  it('ignore the answer of another run', () => {
    putRun(client, sampleRun('newer', '4'));
    putDelivery(client, answer);
    expect(pending()[0]?.delivery).toBeNull();
  });

  it('survive changes to the task itself', () => {
    putRun(client, sampleRun('new', '4'));
    putTask(client, task('4', { title: 'Renamed' }));
    expect(pending()[0]).toMatchObject({ title: 'Renamed', run: { id: 'new' } });
  });
});

describe('the counts of a long list', () => {
  let answer = () => {};
  const count = vi.fn<() => Promise<number>>(
    () => new Promise((resolve) => (answer = () => resolve(count.mock.calls.length))),
  );
  const answered = async () => {
    answer();
    await new Promise((resolve) => setTimeout(resolve));
  };

  beforeEach(() => {
    count.mockClear();
    new QueryObserver(client, {
      queryKey: queryKeys.pendingCounts,
      queryFn: count,
      initialData: 0,
      staleTime: Number.POSITIVE_INFINITY,
    }).subscribe(() => undefined);
  });

  it('are read twice, however many tasks that are not loaded change at once', async () => {
    for (let number = 0; number < 50; number += 1) removeTask(client, `unknown ${number}`);
    putTask(client, task('3'));
    expect(count).toHaveBeenCalledTimes(1);
    await answered();
    expect(count).toHaveBeenCalledTimes(2);
    await answered();
    expect(count).toHaveBeenCalledTimes(2);
  });

  it('are read once more if a loaded task changes meanwhile, and not for it alone', async () => {
    putTask(client, task('4', { title: 'Renamed' }));
    putTask(client, task('1', { ...done, title: 'Renamed' }));
    expect(count).not.toHaveBeenCalled();
    for (const change of [() => putTask(client, task('2', done)), () => removeTask(client, '4')]) {
      count.mockClear();
      removeTask(client, 'unknown');
      change();
      expect(count).toHaveBeenCalledTimes(1);
      await answered();
      expect(count).toHaveBeenCalledTimes(2);
      await answered();
    }
  });
});
