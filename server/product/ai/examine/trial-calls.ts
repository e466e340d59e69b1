import { z } from 'zod';
import type { CallHonour, CallWish, Checked, TrialRole } from '#domain/model-report.ts';
import type { TextRequest, TextResult } from '#server/providers/text-model/text-model.ts';
import { parseJsonAnswer } from '../engine/parse-json-answer.ts';
import { oneColourPng } from './one-colour-png.ts';

/** Roles in which a text model is tried. */
export type TextRole = Extract<TrialRole, 'answer' | 'reasoning' | 'form' | 'vision'>;

export type Judgement = Checked & { readonly honoured: readonly CallHonour[] };

/** A small call, and how to judge its answer. */
export interface TrialCall {
  readonly request: Omit<TextRequest, 'model'>;
  judge(result: TextResult, setting: string): Judgement;
}

/** Tokens for one sentence; thinking models get more on top. */
const MOST = 250;
const THINKING = 2_000;

const answered: Checked = { state: 'ok', note: null, advice: null };
const thoughtOf = ({ thought }: TextResult): CallHonour[] => (thought ? ['thinking'] : []);

const asking = (content: string, effort: 'low' | 'high'): TrialCall['request'] => ({
  messages: [{ role: 'user', content }],
  maxTokens: MOST,
  thinkingTokens: THINKING,
  temperature: 0.3,
  effort,
});

const ANSWER: TrialCall = {
  request: asking('Name three colours of the rainbow. Answer with these three words only.', 'low'),
  judge: (result) => ({ ...answered, honoured: thoughtOf(result) }),
};

const REASONING: TrialCall = {
  request: asking(
    'A bat and a ball cost 1.10 together. The bat costs 1.00 more than the ball. What does the ball cost? Answer with the amount only.',
    'high',
  ),
  judge(result) {
    if (result.thought) return { ...answered, honoured: ['thinking'] };
    return {
      state: 'note',
      note: 'it answered, but didn’t show any thinking',
      advice: 'For deeper reasoning, set reasoning in AI_MODELS to a model that thinks before it answers.',
      honoured: [],
    };
  },
};

/** Unlikely to be guessed, and easy to add up. */
const SUM = { of: '17 and 25', is: 42 };
const sum = z.strictObject({ sum: z.number() });

const FORM: TrialCall = {
  request: {
    ...asking(`Add ${SUM.of}. Answer with JSON alone, in this form: {"sum": 3}`, 'low'),
    shape: {
      name: 'trial_sum',
      schema: {
        type: 'object',
        properties: { sum: { type: 'integer' } },
        required: ['sum'],
        additionalProperties: false,
      },
    },
  },
  judge(result, setting) {
    const parsed = sum.safeParse(parseJsonAnswer(result.text));
    if (!parsed.success) {
      return {
        state: 'wrong',
        note: 'it didn’t answer in the requested format',
        advice: `Planning and reading need that format. Set ${setting} to a larger model or one that supports JSON schemas.`,
        honoured: thoughtOf(result),
      };
    }
    const isHeld = result.sent.includes('response_format');
    const honoured: CallHonour[] = [...(isHeld ? (['schema'] as const) : []), ...thoughtOf(result)];
    if (parsed.data.sum !== SUM.is) {
      return { state: 'note', note: 'the format was right, but the sum was wrong', advice: null, honoured };
    }
    return isHeld
      ? { ...answered, honoured }
      : { ...answered, note: 'the format was right without a schema', honoured };
  },
};

/** A colour that a blind model wouldn't guess first. */
const PURPLE = [128, 0, 128] as const;
const PURPLE_NAMES = /\b(purple|violet|magenta|plum|mauve|fuchsia)\b/i;

const VISION: TrialCall = {
  request: {
    ...asking('', 'low'),
    messages: [
      {
        role: 'user',
        content: 'This picture has one colour. Which one? Answer with one English word.',
        images: [{ type: 'image/png', bytes: oneColourPng(64, PURPLE) }],
      },
    ],
  },
  judge(result) {
    if (PURPLE_NAMES.test(result.text)) return { ...answered, honoured: ['vision', ...thoughtOf(result)] };
    return {
      state: 'wrong',
      note: 'it answered, but with the wrong colour',
      advice: 'Set AI_MODEL_VISION to a model that can read pictures.',
      honoured: thoughtOf(result),
    };
  },
};

export const TRIAL_CALLS: Readonly<Record<TextRole, TrialCall>> = {
  answer: ANSWER,
  reasoning: REASONING,
  form: FORM,
  vision: VISION,
};

/** Names under which servers accept the reasoning effort. */
const EFFORT_FIELDS = ['reasoning', 'reasoning_effort', 'chat_template_kwargs', 'thinking'];

/** Requested parameters that weren't sent. */
export function droppedOf(request: TrialCall['request'], sent: readonly string[]): CallWish[] {
  const wishes: readonly (readonly [CallWish, boolean, readonly string[]])[] = [
    ['temperature', request.temperature !== undefined, ['temperature']],
    ['effort', request.effort !== undefined, EFFORT_FIELDS],
    ['schema', request.shape !== undefined, ['response_format']],
  ];
  return wishes.flatMap(([wish, isWished, fields]) =>
    isWished && !fields.some((field) => sent.includes(field)) ? [wish] : [],
  );
}
