import {
  type TextMessage,
  type TextModel,
  TextModelError,
  type TextResult,
} from '#server/providers/text-model/text-model.ts';
import { createTextCleaner } from '../../language/clean-text.ts';
import { capsWithin } from '../../models/context-room.ts';
import { estimateTokens } from '../../models/estimate-tokens.ts';
import { makeCall } from '../../models/make-call.ts';
import { onceMoreWithRoom } from '../../models/once-more.ts';
import { type ModelRole, thinkingFor } from '../../models/roles.ts';
import { CallRefused, type ToolContext, type ToolUsage } from '../../tool.ts';

export interface WriterOptions {
  readonly textModel: TextModel;
  readonly model: string;
  readonly maxTokens: number;
  readonly temperature: number;
  readonly role: ModelRole;
  /** Context of the model in tokens. */
  readonly window: number;
  /** Maximum calls of one attempt, even if the context would allow more. */
  readonly maxCalls: number;
}

export interface Draft {
  /** Cleaned text. */
  readonly text: string;
  /** Whether it ends at the output cap. */
  readonly isCut: boolean;
  /** The model that answered. */
  readonly model: string;
}

export type Writer = ReturnType<typeof createWriter>;

/** Receives a text while it's written. `onVoid`: everything so far was thinking. */
export interface Listener {
  readonly onText: (delta: string) => void;
  readonly onVoid: () => void;
}

/** Prompt for a model that stopped at its output cap. */
export const GO_ON =
  'Your answer was cut off. Go on from exactly where it stops, with the very next characters: no introduction, no repetition.';

/** Writes texts within the calls of one attempt, and sums their cost. */
export function createWriter(
  { textModel, model, maxCalls, window, maxTokens: most, role, temperature }: WriterOptions,
  context: ToolContext,
) {
  const calls: TextResult['usage'][] = [];
  const limit = Math.min(maxCalls, context.maxCalls);

  const call = (messages: readonly TextMessage[], listen: Listener): Promise<TextResult> =>
    onceMoreWithRoom(() => callOnce(messages, listen), canCall);

  async function callOnce(messages: readonly TextMessage[], listen: Listener): Promise<TextResult> {
    const promptTokens = promptTokensOf(messages);
    const { effort, thinkingTokens } = thinkingFor(role, { textModel, model, window });
    const caps = capsWithin(window, promptTokens, { maxTokens: most, thinkingTokens });
    let place = -1;
    const result = await makeCall(context, {
      awaits: 'words',
      planned: { model, promptTokens, maxTokens: caps.maxTokens + caps.thinkingTokens },
      make(_begun, heard) {
        place = calls.push(null) - 1;
        const take = (delta: string): void => {
          heard();
          listen.onText(delta);
        };
        return textModel.complete(
          { model, messages, temperature, effort, ...caps },
          {
            signal: context.signal,
            onText: take,
            onVoid: () => listen.onVoid(),
            onGenerationId: (id) => context.onGenerationId(id),
          },
        );
      },
      usageOf: ({ usage }) => usage,
    });
    calls[place] = result.usage;
    return result;
  }

  const canCall = (): boolean => calls.length < limit;

  /** Asks for one answer, and continues it once if it was cut off. */
  async function write(messages: readonly TextMessage[], listen: Listener): Promise<Draft> {
    let cleaner = createTextCleaner();
    let text = '';
    const take = (delta: string): void => {
      const clean = cleaner.push(delta);
      text += clean;
      if (clean !== '') listen.onText(clean);
    };
    const startAgain = (): void => {
      cleaner = createTextCleaner();
      text = '';
      listen.onVoid();
    };
    const first = await call(messages, { onText: take, onVoid: startAgain });
    if (first.finish === 'stop' || !canCall())
      return { text, isCut: first.finish !== 'stop', model: first.model };

    context.onStep({ key: 'continued_answer', params: {} });
    const seam = createSeam(text, take);
    const soFar: TextMessage[] = [
      ...messages,
      { role: 'assistant', content: text },
      { role: 'user', content: GO_ON },
    ];
    const second = await unlessItFails(() => call(soFar, { onText: seam.push, onVoid: seam.clear }));
    seam.end();
    return { text, isCut: second?.finish !== 'stop', model: first.model };
  }

  return { write, canCall, usage: (): ToolUsage => sum(calls) };
}

/** Upper bound of a picture's tokens at the size sent: 1,600 by the providers' tables. */
const IMAGE_TOKENS = 1_600;

export function promptTokensOf(messages: readonly TextMessage[]): number {
  const tokensOf = ({ content, images = [] }: TextMessage): number =>
    estimateTokens(content) + images.length * IMAGE_TOKENS + 4;
  return messages.reduce((sum, message) => sum + tokensOf(message), 0);
}

/**
 * Returns null if the provider failed or the call was refused, since what was written before is worth more than a
 * retry. Rethrows anything else.
 */
export async function unlessItFails<T>(act: () => Promise<T>): Promise<T | null> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof CallRefused) return null;
    if (error instanceof TextModelError && error.kind !== 'aborted') return null;
    throw error;
  }
}

/** Shorter repetitions may be intended. */
const MIN_OVERLAP = 12;
const MAX_OVERLAP = 200;

/** Joins a continuation to the text before, without the last words that models often repeat. */
function createSeam(before: string, take: (delta: string) => void) {
  let held = '';
  let isOpen = true;
  const release = (): void => {
    isOpen = false;
    take(withoutOverlap(before, held));
  };
  return {
    push: (delta: string): void => {
      if (!isOpen) return take(delta);
      held += delta;
      if (held.length >= MAX_OVERLAP) release();
    },
    /** Drops held text that was thinking. Text beyond the seam has been streamed already. */
    clear: (): void => {
      held = '';
    },
    end: (): void => {
      if (isOpen) release();
    },
  };
}

/** Removes the words of a continuation that repeat the end of the text before. */
export function withoutOverlap(before: string, after: string): string {
  for (let length = Math.min(MAX_OVERLAP, after.length); length >= MIN_OVERLAP; length -= 1) {
    if (before.endsWith(after.slice(0, length))) return after.slice(length);
  }
  return after;
}

function sum(calls: readonly TextResult['usage'][]): ToolUsage {
  const known = calls.filter((usage) => usage !== null);
  const costs = known.map((usage) => usage.cost).filter((cost) => cost !== null);
  const add = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);
  return {
    calls: calls.length,
    promptTokens: add(known.map((usage) => usage.promptTokens)),
    completionTokens: add(known.map((usage) => usage.completionTokens)),
    cost: costs.length === calls.length ? add(costs) : null,
  };
}
