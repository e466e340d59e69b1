import { TextModelError, type TextResult } from '#server/providers/text-model/text-model.ts';
import type { ChatAction, ChatDone } from './action.ts';
import { parseCutAnswer, parseJsonAnswer } from './parse-json-answer.ts';

/** Tokens of one call: for the JSON, and on top of it for thinking where a model can be asked to think. */
export interface JsonCaps {
  readonly maxTokens: number;
  readonly thinkingTokens: number;
}

/** Little thinking is asked for; what there is of it must not cost the answer its end. */
const THINKING = 600;

/**
 * One try after the other at an answer in the form of an action, as a function that makes the next. An answer that its
 * cap cuts off would be cut off there again: it is asked for once more with twice the cap. Of one that is still cut
 * off, what is whole is kept; where nothing is, that is final.
 */
export function askForJson(
  { maxTokens }: Pick<ChatAction, 'maxTokens'>,
  { name, schema }: NonNullable<ChatAction['shape']>,
  ask: (caps: JsonCaps) => Promise<TextResult>,
): () => Promise<ChatDone> {
  let caps: JsonCaps = { maxTokens, thinkingTokens: THINKING };
  const giveMore = (): boolean => {
    const isFirst = caps.maxTokens === maxTokens;
    caps = { maxTokens: 2 * maxTokens, thinkingTokens: 2 * THINKING };
    return isFirst;
  };
  return async () => {
    const isLast = caps.maxTokens > maxTokens;
    const { text, model, finish } = await ask(caps).catch((error: unknown) => {
      // All of the cap went into thinking.
      if (error instanceof TextModelError && error.kind === 'empty' && !error.retryable && giveMore())
        throw new TextModelError('truncated', error.message, { retryable: true, cause: error });
      throw error;
    });
    const isCut = finish === 'length';
    const whole = schema.safeParse(parseJsonAnswer(text));
    const parsed = !whole.success && isCut && isLast ? schema.safeParse(parseCutAnswer(text)) : whole;
    if (parsed.success) return { ok: true, kind: 'chat', text: '', value: parsed.data, isCut, model };
    if (isCut)
      throw new TextModelError('truncated', `the answer in the form ${name} was cut off at its cap`, {
        retryable: giveMore(),
      });
    throw new TextModelError('protocol', `the model's answer is not of the form ${name}`, {
      retryable: true,
    });
  };
}
