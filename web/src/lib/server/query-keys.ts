import type { TaskCategory, TaskTimeframe } from '#domain/task.ts';

/** Filter and page of completed tasks. */
export interface CompletedView {
  readonly category: TaskCategory | 'all';
  readonly timeframe: TaskTimeframe | 'all';
  /** Undefined for all projects. */
  readonly project_id?: string;
  /** From 0. */
  readonly page: number;
}

/** All query keys: features read by them, live updates write by them. */
export const queryKeys = {
  projects: ['projects'],
  /** A project that isn't in the list. */
  project: (id: string) => ['project', id] as const,
  anyProject: ['project'],
  /** Contents of projects, which change with tasks and answers, not with the projects themselves. */
  allProjectWork: ['project_work'],
  projectCounts: ['project_work', 'counts'],
  projectAnswers: (id: string) => ['project_work', 'answers', id] as const,
  userSettings: ['user_settings'],
  /** What the user says about themselves: other columns of the same row. */
  aboutMe: ['user_settings', 'about'],
  /** Marketing consent. */
  marketing: ['marketing'],
  credits: ['credits'],
  /** A page of the ledger, from 0. */
  creditHistory: (page: number) => ['credits', 'history', page] as const,
  /** Remaining credits by grant. */
  creditsLeft: ['credits', 'left'],
  /** Monthly credits of the plan. */
  allowance: ['credits', 'allowance'],
  /** Purchases, which change with the credits. */
  buying: ['credits', 'buying'],
  /** The auth user. */
  account: ['account'],
  passkeys: ['account', 'passkeys'],
  /** Number of recovery codes left. */
  codesLeft: ['account', 'codes_left'],
  /** The user's sessions. */
  sessions: ['sessions'],
  /** The latest export of the account. */
  accountExport: ['account_export'],
  tasks: ['tasks'],
  pending: ['tasks', 'pending'],
  /** Counts of a pending list that is too long to be read whole. */
  pendingCounts: ['pending_counts'],
  allCompleted: ['tasks', 'completed'],
  completed: (view: CompletedView) => ['tasks', 'completed', view] as const,
  /** A task with its notes, as opened. */
  openedTask: (id: string) => ['opened_task', id] as const,
  anyOpenedTask: ['opened_task'],
  /** Runs and files of an opened task. */
  taskWork: (id: string) => ['opened_task', id, 'work'] as const,
  /** Contents of the trash. */
  trash: ['trash'],
  /** Latest run of a task that no list shows. */
  latestRun: (taskId: string) => ['latest_run', taskId] as const,
  anyLatestRun: ['latest_run'],
  allProgress: ['progress'],
  /** Events of a run so far. */
  progress: (runId: string) => ['progress', runId] as const,
  /** Streamed text of a run. */
  liveText: (runId: string) => ['live_text', runId] as const,
  anyLiveText: ['live_text'],
  /** Preview of a run's picture. */
  livePreview: (runId: string) => ['live_preview', runId] as const,
  anyLivePreview: ['live_preview'],
  /** Full answer of a run. */
  response: (runId: string) => ['response', runId] as const,
} as const;
