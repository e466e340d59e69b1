import { z } from 'zod';
import {
  CHOICE_MAX,
  CHOICES_MAX,
  QUESTION_MAX,
  QUESTIONS_MAX,
  type RunQuestion,
} from '#domain/run/questions.ts';
import { oneLine } from '#server/lib/one-line.ts';
import { cleanText } from '../language/clean-text.ts';

export const questionsShape = z.object({
  questions: z.array(
    z.object({
      text: z.string(),
      choices: z.array(z.string()),
      default: z.string(),
      /** The model's verdict: an honest answer would be a secret. */
      secret: z.boolean(),
    }),
  ),
});

/** Keeps what can be shown of a model's questions: a few short lines of text, none that asks for a secret. */
export function readQuestions({ questions }: z.output<typeof questionsShape>): readonly RunQuestion[] {
  return questions
    .filter(({ secret }) => !secret)
    .map(({ text, choices, default: usual }) => ({
      text: shorten(text, QUESTION_MAX),
      choices: choices.map((choice) => shorten(choice, CHOICE_MAX)).filter((choice) => choice !== ''),
      default: shorten(usual, CHOICE_MAX),
    }))
    .filter((question) => question.text !== '' && question.default !== '')
    .slice(0, QUESTIONS_MAX)
    .map((question, at) => ({ ...question, id: `q${at + 1}`, choices: withDefault(question) }));
}

function withDefault({ choices, default: usual }: Pick<RunQuestion, 'choices' | 'default'>): string[] {
  const all = choices.includes(usual) ? choices : [usual, ...choices];
  const few = [...new Set(all)].slice(0, CHOICES_MAX);
  return few.includes(usual) ? few : [...few.slice(0, -1), usual];
}

function shorten(text: string, most: number): string {
  const line = oneLine(cleanText(text));
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`.toWellFormed();
}
