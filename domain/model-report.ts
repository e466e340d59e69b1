import * as z from 'zod/mini';
import { AI_TASK_TYPES } from './ai-task.ts';

/**
 * `note`: works, but the operator should know something. `wrong`: set up, but can't work. `untried`: not
 * called.
 */
const checkState = z.enum(['ok', 'note', 'wrong', 'untried']);
export type CheckState = z.output<typeof checkState>;

/** A finding, with advice if there is any. */
const checked = z.object({
  state: checkState,
  note: z.nullable(z.string()),
  advice: z.nullable(z.string()),
});
export type Checked = Readonly<z.output<typeof checked>>;

/** The provider's list of models. */
const listReport = z.object({
  ...checked.shape,
  /** Null if it has no list. */
  count: z.nullable(z.number()),
});
export type ListReport = Readonly<z.output<typeof listReport>>;

/** Roles in which a subject is tried. `form`: planning and reading, which need formatted answers. */
export const TRIAL_ROLES = ['answer', 'reasoning', 'form', 'vision', 'search', 'picture'] as const;
export type TrialRole = (typeof TRIAL_ROLES)[number];

/** Optional request features that a model or its server may not accept. */
export const CALL_WISHES = ['temperature', 'effort', 'schema'] as const;
export type CallWish = (typeof CALL_WISHES)[number];

/** Features that an answer shows to have been honoured. */
export const CALL_HONOURS = ['schema', 'thinking', 'vision', 'search'] as const;
export type CallHonour = (typeof CALL_HONOURS)[number];

const trial = z.object({
  ...checked.shape,
  role: z.enum(TRIAL_ROLES),
  /** Milliseconds; null if not called. */
  ms: z.nullable(z.number()),
  /** USD; null if not reported. */
  cost: z.nullable(z.number()),
  /** Optional fields of the request, by their names on the wire. */
  sent: z.readonly(z.array(z.string())),
  dropped: z.readonly(z.array(z.enum(CALL_WISHES))),
  honoured: z.readonly(z.array(z.enum(CALL_HONOURS))),
});
export type Trial = Readonly<z.output<typeof trial>>;

/** A model or search engine, with all trials. */
const checkedSubject = z.object({
  ...checked.shape,
  kind: z.enum(['text', 'search', 'pictures']),
  name: z.string(),
  /** Setting that names it. */
  setting: z.string(),
  /** Whether its provider lists it; null without a list. */
  listed: z.nullable(z.boolean()),
  /** Context window in tokens; null if unknown. */
  window: z.nullable(z.number()),
  trials: z.readonly(z.array(trial)),
});
export type CheckedSubject = Readonly<z.output<typeof checkedSubject>>;

/** `vision`: pictures attached to a task. */
export const REPORTED_TOOLS_BESIDE = ['vision'] as const;

/** `ok`: offered. `note`: nothing is set up for it. `wrong`: something is, but doesn't work. */
const toolReport = z.object({
  tool: z.enum([...AI_TASK_TYPES, ...REPORTED_TOOLS_BESIDE]),
  state: z.enum(['ok', 'note', 'wrong']),
  /** Setting to change. */
  advice: z.nullable(z.string()),
});
export type ToolReport = Readonly<z.output<typeof toolReport>>;

/**
 * Result of a check of the connected AI, for the operator in a terminal or browser. Contains no secrets: no
 * key, and no conversation beyond the check's own questions.
 */
export const modelReport = z.object({
  /** Host and port of the text provider. */
  host: z.string(),
  list: listReport,
  subjects: z.readonly(z.array(checkedSubject)),
  tools: z.readonly(z.array(toolReport)),
  /** Total USD as far as reported; null if nothing was. */
  cost: z.nullable(z.number()),
});
export type ModelReport = Readonly<z.output<typeof modelReport>>;
