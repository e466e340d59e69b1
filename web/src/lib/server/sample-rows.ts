import type { Run } from '#domain/rows/run-row.ts';
import type { Task } from '#domain/rows/task-row.ts';
import type { ListedTask } from '../live/task-cache.ts';

/** Plain, complete rows for tests, as the server sends them. */

export function sampleTask(id: string, more: Partial<Task> = {}): Task {
  return {
    id,
    title: `Task ${id}`,
    category: 'personal',
    priority: 'medium',
    timeframe: 'today',
    due_on: null,
    is_dated: false,
    rank: null,
    is_completed: false,
    completed_at: null,
    ai_assisted: false,
    ai_task_type: null,
    project_id: null,
    client_id: null,
    has_notes: false,
    created_at: '2026-11-20T10:00:00+00:00',
    updated_at: '2026-11-20T10:00:00+00:00',
    ...more,
  };
}

/** A task in a list, without a run. */
export const sampleListed = (row: Task): ListedTask => ({ ...row, run: null, delivery: null });

export function sampleRun(id: string, taskId: string, more: Partial<Run> = {}): Run {
  return {
    id,
    task_id: taskId,
    parent_run_id: null,
    project_id: null,
    ai_task_type: 'answer',
    language: 'en',
    options: {},
    status: 'queued',
    attempt: 0,
    is_demo: false,
    error_code: null,
    error_message: null,
    model_used: null,
    created_at: '2026-11-20T10:05:00+00:00',
    started_at: null,
    finished_at: null,
    slip_number: null,
    opened_at: null,
    is_folded: null,
    questions: null,
    answers: null,
    waits_until: null,
    is_unpaid: null,
    contract: null,
    contract_outcome: null,
    ...more,
  };
}
