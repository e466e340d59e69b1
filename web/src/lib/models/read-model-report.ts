import * as z from 'zod/mini';
import { AI_TASK_TYPES } from '#domain/ai-task.ts';
import {
  CALL_HONOURS,
  CALL_WISHES,
  type ModelReport,
  REPORTED_TOOLS_BESIDE,
  TRIAL_ROLES,
} from '#domain/model-report.ts';

const told = { note: z.nullable(z.string()), advice: z.nullable(z.string()) };
const state = z.enum(['ok', 'note', 'wrong', 'untried']);

const trial = z.object({
  ...told,
  state,
  role: z.enum(TRIAL_ROLES),
  ms: z.nullable(z.number()),
  cost: z.nullable(z.number()),
  sent: z.array(z.string()),
  dropped: z.array(z.enum(CALL_WISHES)),
  honoured: z.array(z.enum(CALL_HONOURS)),
});

const subject = z.object({
  ...told,
  state,
  kind: z.enum(['text', 'search', 'pictures']),
  name: z.string(),
  setting: z.string(),
  listed: z.nullable(z.boolean()),
  window: z.nullable(z.number()),
  trials: z.array(trial),
});

const report = z.object({
  host: z.string(),
  list: z.object({ ...told, state, count: z.nullable(z.number()) }),
  subjects: z.array(subject),
  tools: z.array(
    z.object({
      tool: z.enum([...AI_TASK_TYPES, ...REPORTED_TOOLS_BESIDE]),
      state: z.enum(['ok', 'note', 'wrong']),
      advice: z.nullable(z.string()),
    }),
  ),
  cost: z.nullable(z.number()),
});

/** Validates a report. Throws for anything else. */
export const readModelReport = (value: unknown): ModelReport => report.parse(value);
