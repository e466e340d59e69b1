import * as z from 'zod/mini';
import { AI_TASK_TYPES } from './ai-task.ts';

/** `note`: it works, and an operator should know something. `wrong`: what is set up cannot work. `untried`: not asked. */
const checkState = z.enum(['ok', 'note', 'wrong', 'untried']);
export type CheckState = z.output<typeof checkState>;

/** A finding in words, with what to do about it where there is something to do. */
const checked = z.object({
  state: checkState,
  note: z.nullable(z.string()),
  advice: z.nullable(z.string()),
});
export type Checked = Readonly<z.output<typeof checked>>;

/** What the provider says that it serves. */
const listReport = z.object({
  ...checked.shape,
  /** Null: it has no list. */
  count: z.nullable(z.number()),
});
export type ListReport = Readonly<z.output<typeof listReport>>;

/** What a subject is tried in. `form`: planning and reading, where an answer must have a form. */
export const TRIAL_ROLES = ['answer', 'reasoning', 'form', 'vision', 'search', 'picture'] as const;
export type TrialRole = (typeof TRIAL_ROLES)[number];

/** What Errand likes to send, and a model or its server may not take. */
export const CALL_WISHES = ['temperature', 'effort', 'schema'] as const;
export type CallWish = (typeof CALL_WISHES)[number];

/** What an answer shows to have been heeded. */
export const CALL_HONOURS = ['schema', 'thinking', 'vision', 'search'] as const;
export type CallHonour = (typeof CALL_HONOURS)[number];

const trial = z.object({
  ...checked.shape,
  role: z.enum(TRIAL_ROLES),
  /** Milliseconds. Null: it was not asked. */
  ms: z.nullable(z.number()),
  /** USD. Null: nobody has said. */
  cost: z.nullable(z.number()),
  /** The optional fields that the call went out with, by their names on the wire. */
  sent: z.readonly(z.array(z.string())),
  dropped: z.readonly(z.array(z.enum(CALL_WISHES))),
  honoured: z.readonly(z.array(z.enum(CALL_HONOURS))),
});
export type Trial = Readonly<z.output<typeof trial>>;

/** A model, or a search engine, with all that it was asked. */
const checkedSubject = z.object({
  ...checked.shape,
  kind: z.enum(['text', 'search', 'pictures']),
  name: z.string(),
  /** The setting that names it. */
  setting: z.string(),
  /** Whether its provider lists it. Null: there is no list. */
  listed: z.nullable(z.boolean()),
  /** Tokens that it takes at once. Null: not known. */
  window: z.nullable(z.number()),
  trials: z.readonly(z.array(trial)),
});
export type CheckedSubject = Readonly<z.output<typeof checkedSubject>>;

/** `vision`: pictures that are attached to a task. */
export const REPORTED_TOOLS_BESIDE = ['vision'] as const;

/** `ok`: offered. `note`: nothing is set up for it. `wrong`: something is, and does not work. */
const toolReport = z.object({
  tool: z.enum([...AI_TASK_TYPES, ...REPORTED_TOOLS_BESIDE]),
  state: z.enum(['ok', 'note', 'wrong']),
  /** What to set. */
  advice: z.nullable(z.string()),
});
export type ToolReport = Readonly<z.output<typeof toolReport>>;

/**
 * What a check of the connected AI has found. It goes to whoever runs the installation, in a terminal and in a browser,
 * and says no secret: no key, and nothing that was said beyond the check's own questions.
 */
export const modelReport = z.object({
  /** Host and port of the provider of texts. */
  host: z.string(),
  list: listReport,
  subjects: z.readonly(z.array(checkedSubject)),
  tools: z.readonly(z.array(toolReport)),
  /** USD, as far as anybody has said. Null: nobody has. */
  cost: z.nullable(z.number()),
});
export type ModelReport = Readonly<z.output<typeof modelReport>>;
