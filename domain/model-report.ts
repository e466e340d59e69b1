import type { AiTaskType } from './ai-task.ts';

/**
 * What a check of the connected AI has found. It goes to whoever runs the installation, in a terminal and in a browser,
 * and says no secret: no key, and nothing that was said beyond the check's own questions.
 */
export interface ModelReport {
  /** Host and port of the provider of texts. */
  readonly host: string;
  readonly list: ListReport;
  readonly subjects: readonly CheckedSubject[];
  readonly tools: readonly ToolReport[];
  /** USD, as far as anybody has said. Null: nobody has. */
  readonly cost: number | null;
}

/** `note`: it works, and an operator should know something. `wrong`: what is set up cannot work. `untried`: not asked. */
export type CheckState = 'ok' | 'note' | 'wrong' | 'untried';

/** A finding in words, with what to do about it where there is something to do. */
export interface Checked {
  readonly state: CheckState;
  readonly note: string | null;
  readonly advice: string | null;
}

/** What the provider says that it serves. */
export interface ListReport extends Checked {
  /** Null: it has no list. */
  readonly count: number | null;
}

/** A model, or a search engine, with all that it was asked. */
export interface CheckedSubject extends Checked {
  readonly kind: 'text' | 'search' | 'pictures';
  readonly name: string;
  /** The setting that names it. */
  readonly setting: string;
  /** Whether its provider lists it. Null: there is no list. */
  readonly listed: boolean | null;
  /** Tokens that it takes at once. Null: not known. */
  readonly window: number | null;
  readonly trials: readonly Trial[];
}

/** What a subject is tried in. `form`: planning and reading, where an answer must have a form. */
export const TRIAL_ROLES = ['answer', 'reasoning', 'form', 'vision', 'search', 'picture'] as const;
export type TrialRole = (typeof TRIAL_ROLES)[number];

/** What Errand likes to send, and a model or its server may not take. */
export const CALL_WISHES = ['temperature', 'effort', 'schema'] as const;
export type CallWish = (typeof CALL_WISHES)[number];

/** What an answer shows to have been heeded. */
export const CALL_HONOURS = ['schema', 'thinking', 'vision', 'search'] as const;
export type CallHonour = (typeof CALL_HONOURS)[number];

export interface Trial extends Checked {
  readonly role: TrialRole;
  /** Milliseconds. Null: it was not asked. */
  readonly ms: number | null;
  /** USD. Null: nobody has said. */
  readonly cost: number | null;
  /** The optional fields that the call went out with, by their names on the wire. */
  readonly sent: readonly string[];
  readonly dropped: readonly CallWish[];
  readonly honoured: readonly CallHonour[];
}

/** `vision`: pictures that are attached to a task. */
export const REPORTED_TOOLS_BESIDE = ['vision'] as const;

/** `ok`: offered. `note`: nothing is set up for it. `wrong`: something is, and does not work. */
export interface ToolReport {
  readonly tool: AiTaskType | (typeof REPORTED_TOOLS_BESIDE)[number];
  readonly state: Exclude<CheckState, 'untried'>;
  /** What to set. */
  readonly advice: string | null;
}
