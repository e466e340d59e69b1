import { z } from 'zod';
import type { TextMessage, TextResult } from '#server/providers/text-model/text-model.ts';
import { capsWithin } from '../models/context-room.ts';
import { estimateTokens } from '../models/estimate-tokens.ts';
import { makeCall } from '../models/make-call.ts';
import { onceMoreWithRoom } from '../models/once-more.ts';
import { thinkingFor } from '../models/roles.ts';
import type { ToolContext } from '../tool.ts';
import type { ChatAction } from './action.ts';
import type { EngineEffects } from './effects.ts';

/** Receives a text while it is written. `onVoid`: everything so far was thinking. */
export interface Listener {
  onText(delta: string): void;
  onVoid(): void;
}

export interface ModelCall {
  readonly effects: EngineEffects;
  readonly context: ToolContext;
  readonly listener?: Listener;
}

/** Makes one call for an action, and a second if the model has used up its cap for thinking. */
export const callModel = (
  action: ChatAction,
  messages: readonly TextMessage[],
  how: ModelCall,
): Promise<TextResult> =>
  // `ToolContext.beforeCall` decides whether the step may call again.
  onceMoreWithRoom(
    () => callOnce(action, messages, how),
    () => true,
  );

async function callOnce(
  action: ChatAction,
  messages: readonly TextMessage[],
  { effects: { textModel, models, windowOf }, context, listener }: ModelCall,
): Promise<TextResult> {
  const { role, temperature, shape, effort: wanted } = action;
  const model = models[role];
  if (textModel === null || model === null) throw new Error(`this tool was given no model as ${role}`);
  const window = windowOf(model);
  const promptTokens = promptTokensOf(messages);
  const { effort, thinkingTokens } = thinkingFor(role, { textModel, model, window, wanted });
  const caps = capsWithin(window, promptTokens, { maxTokens: action.maxTokens, thinkingTokens });
  return makeCall(context, {
    awaits: 'words',
    planned: { model, promptTokens, maxTokens: caps.maxTokens + caps.thinkingTokens, step: action.id },
    make: (begun, heard) =>
      textModel.complete(
        {
          model,
          messages,
          promptTokens,
          ...caps,
          temperature,
          effort,
          ...(shape && { shape: { name: shape.name, schema: toJsonSchema(shape.schema) } }),
        },
        {
          signal: context.signal,
          onText(delta) {
            heard();
            listener?.onText(delta);
          },
          onVoid: () => listener?.onVoid(),
          onGenerationId: (id) => begun.generation(id),
        },
      ),
    usageOf: ({ usage }) => usage,
  });
}

/** Drops `$schema` and what a missing field stands for, which strict providers reject: they are asked for all fields. */
function toJsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => void delete jsonSchema.default,
  });
  return rest;
}

/** Upper bound of a picture's tokens at the size sent: 1,600 by the providers' tables. */
export const IMAGE_TOKENS = 1_600;

export function promptTokensOf(messages: readonly TextMessage[]): number {
  const tokensOf = ({ content, images = [] }: TextMessage): number =>
    estimateTokens(content) + images.length * IMAGE_TOKENS + 4;
  return messages.reduce((sum, message) => sum + tokensOf(message), 0);
}
