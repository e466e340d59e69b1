import { z } from 'zod';
import { dialectSchema } from './dialect.ts';

const effort = z.enum(['none', 'low', 'medium', 'high']);

/**
 * How a model tags its thinking in the text at a given effort. `none`: nothing to hold back for. `closing`: with a
 * closing tag only, so the text before it is thinking. `unsure`: it hit its cap before any tag.
 */
const marks = z.enum(['none', 'closing', 'unsure']);
export type Marks = z.infer<typeof marks>;

/** Facts about a model learned from the responses and rejections of its endpoint. */
export const learnedSchema = z.object({
  /** The last dialect accepted after a rejection; null if nothing was rejected yet. */
  dialect: dialectSchema.nullable(),
  /** Kind of server that the dialect applies to. */
  kind: z.string().nullable(),
  /** True once the model has been seen thinking. */
  thinks: z.boolean(),
  /** Twice the number of thinking tokens that was too low. */
  thinkingNeed: z.partialRecord(effort, z.number()),
  marks: z.partialRecord(effort, marks),
});

export type Learned = z.infer<typeof learnedSchema>;

export const NOTHING_LEARNED: Learned = {
  dialect: null,
  kind: null,
  thinks: false,
  thinkingNeed: {},
  marks: {},
};

/** Stores what was learned, by model. Reads are synchronous; a persistent implementation writes behind. */
export interface ModelMemory {
  read(model: string): Learned;
  write(model: string, learned: Learned): void;
}

/** Keeps everything in memory, until the process ends. */
export function createModelMemory(): ModelMemory {
  const byModel = new Map<string, Learned>();
  return {
    read: (model) => byModel.get(model) ?? NOTHING_LEARNED,
    write: (model, learned) => void byModel.set(model, learned),
  };
}
