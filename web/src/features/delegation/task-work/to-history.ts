import type { Task } from '#domain/rows/task-row.ts';
import { t } from '#web/texts/later.ts';
import { toolName } from '../tools.ts';
import type { PastRun } from './use-task-work.ts';

export interface HistoryLine {
  readonly id: string;
  /** A timestamp of the server. */
  readonly at: string;
  readonly text: string;
}

/** A task's events, newest first, from its own times and those of its runs. */
export function toHistory(
  task: Pick<Task, 'created_at' | 'is_completed' | 'completed_at'>,
  runs: readonly PastRun[],
): HistoryLine[] {
  const lines = [
    { id: 'created', at: task.created_at, text: t('delegation.work.created') },
    ...runs.flatMap(linesOfRun),
  ];
  if (task.is_completed && task.completed_at) {
    lines.push({ id: 'completed', at: task.completed_at, text: t('delegation.work.completed') });
  }
  return lines.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

const ENDS = {
  succeeded: 'delegation.work.succeeded',
  failed: 'delegation.work.failed_run',
  cancelled: 'delegation.work.cancelled',
} as const;

function linesOfRun({ id, ai_task_type, status, created_at, finished_at }: PastRun): HistoryLine[] {
  const tool = toolName(ai_task_type);
  const begun = { id: `${id} begun`, at: created_at, text: t('delegation.work.delegated', { tool }) };
  if (finished_at === null || status === 'waiting' || status === 'queued' || status === 'running')
    return [begun];
  return [begun, { id: `${id} ended`, at: finished_at, text: t(ENDS[status], { tool }) }];
}
