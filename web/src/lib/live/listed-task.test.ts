import { describe, expect, it, vi } from 'vitest';
import { TASK_SELECTION, toListedTasks } from './listed-task.ts';

const run = {
  id: 'r',
  task_id: 't',
  project_id: null,
  ai_task_type: 'answer',
  language: 'en',
  status: 'succeeded',
  attempt: 1,
  is_demo: false,
  error_code: null,
  error_message: null,
  options: {},
  model_used: 'm',
  created_at: '2026-11-20T10:00:00+00:00',
  started_at: '2026-11-20T10:00:01+00:00',
  finished_at: '2026-11-20T10:00:09+00:00',
};
const task = {
  id: 't',
  title: 'Plan the move',
  category: 'personal',
  priority: 'medium',
  timeframe: 'today',
  due_on: null,
  is_dated: false,
  has_notes: false,
  rank: null,
  is_completed: false,
  completed_at: null,
  ai_assisted: true,
  ai_task_type: 'answer',
  project_id: null,
  client_id: null,
  created_at: '2026-11-20T09:00:00+00:00',
  updated_at: '2026-11-20T09:00:00+00:00',
  ai_runs: [],
  ai_responses: [],
};

describe('rows of the list, as the server sends them', () => {
  it('carry the latest run and the latest answer with the run it came from', () => {
    const failed = { ...run, id: 'later', status: 'failed', error_code: 'busy' };
    const answer = {
      id: 'a',
      is_demo: false,
      created_at: run.finished_at,
      preview: 'Boxes',
      files: [],
      source_count: 3,
      gap_count: 1,
      ai_runs: run,
    };
    const [listed] = toListedTasks([{ ...task, ai_runs: [failed], ai_responses: [answer] }]);
    expect(listed?.run?.id).toBe('later');
    expect(listed?.delivery).toMatchObject({
      id: 'a',
      preview: 'Boxes',
      source_count: 3,
      gap_count: 1,
      run: { id: 'r' },
    });
  });

  it('have neither for a task that was never delegated', () => {
    expect(toListedTasks([task])).toMatchObject([{ id: 't', run: null, delivery: null }]);
  });

  it("skip a run or answer in a newer server's format, and keep the others", () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect(toListedTasks([{ ...task, priority: 'whenever' }, task])).toHaveLength(1);
    expect(warn).toHaveBeenCalledOnce();
    warn.mockReset();
  });

  it('are selected by column, so that nothing unused is read', () => {
    expect(TASK_SELECTION).not.toContain('*');
    expect(TASK_SELECTION).not.toContain('partial_text');
    expect(TASK_SELECTION).not.toContain('content');
  });
});
