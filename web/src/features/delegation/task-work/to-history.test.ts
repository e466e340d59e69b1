import { expect, test } from 'vitest';
import { toHistory } from './to-history.ts';

const run = (id: string, status: 'succeeded' | 'cancelled' | 'running', hour: number) => ({
  id,
  ai_task_type: 'research' as const,
  status,
  created_at: `2026-11-20T${hour}:00:00Z`,
  finished_at: status === 'running' ? null : `2026-11-20T${hour}:30:00Z`,
});

test("tells a task's events, newest first; a live run has no end", () => {
  const task = {
    created_at: '2026-11-20T09:00:00Z',
    is_completed: true,
    completed_at: '2026-11-20T12:10:00Z',
  };
  const runs = [run('c', 'running', 12), run('b', 'cancelled', 11), run('a', 'succeeded', 10)];
  expect(toHistory(task, runs).map(({ text }) => text)).toEqual([
    'Completed',
    'Delegated: Research',
    'Stopped: Research',
    'Delegated: Research',
    'Delivered: Research',
    'Delegated: Research',
    'Created',
  ]);
});
