import { z } from 'zod';
import {
  type TextMessage,
  TextModelError,
  type TextResult,
} from '#server/providers/text-model/text-model.ts';
import { cleanText } from '../language/clean-text.ts';
import { capsWithin } from '../models/context-room.ts';
import { estimateTokens } from '../models/estimate-tokens.ts';
import { makeCall } from '../models/make-call.ts';
import { onceMoreWithRoom } from '../models/once-more.ts';
import { thinkingFor } from '../models/roles.ts';
import type { ToolContext } from '../tool.ts';
import { GO_ON, unlessItFails, withoutOverlap } from '../tools/text/write-text.ts';
import type { ChatAction, ChatDone } from './action.ts';
import { askForJson } from './ask-for-json.ts';
import type { Effects, Patience } from './effects.ts';
import { withRetries } from './with-retries.ts';

/** Asks a model for an action: JSON by a schema, or text, which is continued once if truncated. */
export async function askModel(
  action: ChatAction,
  effects: Effects,
  context: ToolContext,
): Promise<ChatDone> {
  const { shape } = action;
  if (shape) {
    const attempt = askForJson(action, shape, (maxTokens) =>
      call({ ...action, maxTokens }, action.messages, effects, context),
    );
    return withRetries(patienceFor(action, effects.patience), context, attempt);
  }
  const first = await withRetries(effects.patience, context, async () => {
    const result = await call(action, action.messages, effects, context);
    if (cleanText(result.text).trim() === '')
      throw new TextModelError('empty', 'nothing is left of the answer', { retryable: true });
    return result;
  });
  const { model } = first;
  if (first.finish === 'stop') return written(first.text, false, model);
  const more: TextMessage[] = [
    ...action.messages,
    { role: 'assistant', content: first.text },
    { role: 'user', content: GO_ON },
  ];
  const second = await unlessItFails(() => call(action, more, effects, context));
  const whole = first.text + withoutOverlap(first.text, second?.text ?? '');
  return written(whole, second?.finish !== 'stop', model);
}

/** Calls of an action that the tool can do without. */
const SPARE_CALLS = 2;

const patienceFor = ({ need }: ChatAction, patience: Patience): Patience =>
  need === 'spare' ? { ...patience, calls: Math.min(SPARE_CALLS, patience.calls) } : patience;

function written(text: string, isCut: boolean, model: string): ChatDone {
  return { ok: true, kind: 'chat', text: cleanText(text), value: null, isCut, model };
}

/** Drops `$schema`, which strict providers reject. */
function toJsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema);
  return rest;
}

/** `ToolContext.beforeCall` decides whether the step may call again. */
const call = (...asked: Parameters<typeof callOnce>): Promise<TextResult> =>
  onceMoreWithRoom(
    () => callOnce(...asked),
    () => true,
  );

async function callOnce(
  action: ChatAction,
  messages: readonly TextMessage[],
  { textModel, models, windowOf }: Effects,
  context: ToolContext,
): Promise<TextResult> {
  const { role, temperature, shape, effort: wanted } = action;
  const model = models[role];
  if (model === null) throw new Error('this tool was given no second reader');
  const window = windowOf(model);
  const promptTokens = messages.reduce((sum, message) => sum + estimateTokens(message.content) + 4, 0);
  const { effort, thinkingTokens } = thinkingFor(role, { textModel, model, window, wanted });
  const caps = capsWithin(window, promptTokens, { maxTokens: action.maxTokens, thinkingTokens });
  return makeCall(context, {
    awaits: 'words',
    planned: {
      model,
      promptTokens,
      maxTokens: caps.maxTokens + caps.thinkingTokens,
      step: action.id,
    },
    make: (begun, heard) =>
      textModel.complete(
        {
          model,
          messages,
          ...caps,
          temperature,
          effort,
          ...(shape && { shape: { name: shape.name, schema: toJsonSchema(shape.schema) } }),
        },
        { signal: context.signal, onText: heard, onGenerationId: (id) => begun.generation(id) },
      ),
    usageOf: ({ usage }) => usage,
  });
}
