import { TextModelError, type TextResult } from '#server/providers/text-model/text-model.ts';
import type { ChatAction, ChatDone } from './action.ts';
import { parseCutAnswer, parseJsonAnswer } from './parse-json-answer.ts';

/**
 * Returns a function that makes one attempt per call at an answer in an action's schema. A truncated answer
 * would be truncated again, so it is requested once more with twice the cap; if that is truncated too, its
 * complete parts are kept, and without any the failure is final.
 */
export function askForJson(
  { maxTokens }: Pick<ChatAction, 'maxTokens'>,
  { name, schema }: NonNullable<ChatAction['shape']>,
  ask: (maxTokens: number) => Promise<TextResult>,
): () => Promise<ChatDone> {
  let cap = maxTokens;
  return async () => {
    const isLast = cap > maxTokens;
    const { text, model, finish } = await ask(cap);
    const isCut = finish === 'length';
    const whole = schema.safeParse(parseJsonAnswer(text));
    const parsed = !whole.success && isCut && isLast ? schema.safeParse(parseCutAnswer(text)) : whole;
    if (parsed.success) return { ok: true, kind: 'chat', text: '', value: parsed.data, isCut, model };
    if (isCut) {
      cap = 2 * maxTokens;
      throw new TextModelError('truncated', `the answer in the form ${name} was cut off at its cap`, {
        retryable: !isLast,
      });
    }
    throw new TextModelError('protocol', `the model's answer is not of the form ${name}`, {
      retryable: true,
    });
  };
}
