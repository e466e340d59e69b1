import * as z from 'zod/mini';

/** Questions that a run asks before it begins, at most once, where the task alone says too little. */

export const QUESTIONS_MAX = 3;
export const CHOICES_MAX = 4;
export const QUESTION_MAX = 160;
export const CHOICE_MAX = 60;
/** Maximum length of an answer that a person types. */
export const ANSWER_MAX = 500;
/** Minutes without an answer, after which the defaults are taken. */
export const ANSWER_MINUTES = 10;

/** Entry of `ai_runs.questions`. A model's words: shown as text, never obeyed. */
export const runQuestion = z.object({
  id: z.string(),
  text: z.string(),
  /** Answers to choose from, the default among them. */
  choices: z.array(z.string()),
  /** Taken if nobody answers. */
  default: z.string(),
});
export type RunQuestion = Readonly<z.output<typeof runQuestion>>;

/** Entry of `ai_runs.answers`. */
export const runAnswer = z.object({
  question: z.string(),
  answer: z.string(),
  /** The default: nobody said so. */
  assumed: z.boolean(),
});
export type RunAnswer = Readonly<z.output<typeof runAnswer>>;
