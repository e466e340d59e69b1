import type { TaskCategory, TaskTimeframe } from '#domain/task.ts';

/** Which completed tasks a page of the list shows. */
export interface CompletedView {
  readonly category: TaskCategory | 'all';
  readonly timeframe: TaskTimeframe | 'all';
  /** From 0. */
  readonly page: number;
}

/** One home for the names under which answers are remembered: features read them, live updates change them. */
export const queryKeys = {
  projects: ['projects'],
  tasks: ['tasks'],
  pending: ['tasks', 'pending'],
  allCompleted: ['tasks', 'completed'],
  completed: (view: CompletedView) => ['tasks', 'completed', view] as const,
  allProgress: ['progress'],
  /** What a run has done so far: its steps. */
  progress: (runId: string) => ['progress', runId] as const,
  /** The text of a run as it is written. */
  liveText: (runId: string) => ['live_text', runId] as const,
  /** The whole answer of a run. */
  response: (runId: string) => ['response', runId] as const,
} as const;
