import type { TaskCategory, TaskTimeframe } from '#domain/task.ts';

/** Which completed tasks a page of the list shows. */
export interface CompletedView {
  readonly category: TaskCategory | 'all';
  readonly timeframe: TaskTimeframe | 'all';
  /** Those of one project; left out: all. */
  readonly project_id?: string;
  /** From 0. */
  readonly page: number;
}

/** One home for the names under which answers are remembered: features read them, live updates change them. */
export const queryKeys = {
  projects: ['projects'],
  /** One project that the list does not know. */
  project: (id: string) => ['project', id] as const,
  /** What is in the projects: it changes with tasks and answers, not with the projects themselves. */
  allProjectWork: ['project_work'],
  projectCounts: ['project_work', 'counts'],
  projectAnswers: (id: string) => ['project_work', 'answers', id] as const,
  userSettings: ['user_settings'],
  /** Whether the person wants news. */
  marketing: ['marketing'],
  credits: ['credits'],
  /** A page of the ledger, from 0. */
  creditHistory: (page: number) => ['credits', 'history', page] as const,
  /** What is left, by grant. */
  creditsLeft: ['credits', 'left'],
  /** What the plan brings each month. */
  allowance: ['credits', 'allowance'],
  /** What has been bought: it changes with the credits. */
  buying: ['credits', 'buying'],
  /** What the auth service knows of the person. */
  account: ['account'],
  passkeys: ['account', 'passkeys'],
  /** How many recovery codes are left. */
  codesLeft: ['account', 'codes_left'],
  /** Where the person is signed in. */
  sessions: ['sessions'],
  /** The archive of everything that is the person's. */
  accountExport: ['account_export'],
  tasks: ['tasks'],
  pending: ['tasks', 'pending'],
  allCompleted: ['tasks', 'completed'],
  completed: (view: CompletedView) => ['tasks', 'completed', view] as const,
  /** What lies in the trash. */
  trash: ['trash'],
  allProgress: ['progress'],
  /** What a run has done so far: its steps. */
  progress: (runId: string) => ['progress', runId] as const,
  /** The text of a run as it is written. */
  liveText: (runId: string) => ['live_text', runId] as const,
  /** The picture of a run as it is made. */
  livePreview: (runId: string) => ['live_preview', runId] as const,
  /** The whole answer of a run. */
  response: (runId: string) => ['response', runId] as const,
} as const;
