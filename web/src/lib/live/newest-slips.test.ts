import { expect, test } from 'vitest';
import { sampleListed, sampleRun, sampleTask } from '../server/sample-rows.ts';
import { newestSlips } from './newest-slips.ts';
import type { ListedTask } from './task-cache.ts';

const answered = (id: string, minute: string, more: Partial<ListedTask> = {}): ListedTask => ({
  ...sampleListed(sampleTask(id)),
  delivery: {
    id: `slip-${id}`,
    is_demo: false,
    created_at: `2026-11-20T10:${minute}:00+00:00`,
    preview: '',
    files: [],
    source_count: 0,
    gap_count: 0,
    run: sampleRun(`run-${id}`, id, { status: 'succeeded' }),
  },
  ...more,
});

test('the newest two answers of pending tasks stay unfolded, wherever their tasks are in the list', () => {
  const rows = [
    answered('a', '01'),
    answered('b', '03'),
    sampleListed(sampleTask('c')),
    answered('d', '02'),
    answered('e', '04', { is_completed: true }),
  ];
  expect(newestSlips({ rows, hasMore: false })).toEqual(new Set(['slip-b', 'slip-d']));
});
