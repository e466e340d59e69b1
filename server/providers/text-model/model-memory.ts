import { z } from 'zod';
import { dialectSchema } from './dialect.ts';

const effort = z.enum(['none', 'low', 'medium', 'high']);

/**
 * How a model that is asked with one effort marks its thoughts in the text. `none`: it does not. `closing`: with the
 * closing mark alone, so that what comes before it is no answer. `unsure`: it broke off at its cap before any mark.
 */
const marks = z.enum(['none', 'closing', 'unsure']);
export type Marks = z.infer<typeof marks>;

/** What was learned of one model at one endpoint from what it answered and refused. */
export const learnedSchema = z.object({
  /** As it was when the server last took it; null: nothing was refused yet. */
  dialect: dialectSchema.nullable(),
  /** Thoughts were seen. */
  thinks: z.boolean(),
  /** Tokens of thinking that were too few, doubled. */
  thinkingNeed: z.partialRecord(effort, z.number()),
  marks: z.partialRecord(effort, marks),
});

export type Learned = z.infer<typeof learnedSchema>;

export const NOTHING_LEARNED: Learned = { dialect: null, thinks: false, thinkingNeed: {}, marks: {} };

/** Where it is kept, by model. Reading is at once; whoever keeps it over a restart writes behind. */
export interface ModelMemory {
  read(model: string): Learned;
  write(model: string, learned: Learned): void;
}

/** Until the end of the process. */
export function createModelMemory(): ModelMemory {
  const byModel = new Map<string, Learned>();
  return {
    read: (model) => byModel.get(model) ?? NOTHING_LEARNED,
    write: (model, learned) => void byModel.set(model, learned),
  };
}
