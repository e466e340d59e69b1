import { type TextMessage, TextModelError } from '#server/providers/text-model/text-model.ts';
import { createTextCleaner } from '../language/clean-text.ts';
import { CallRefused, type ToolContext } from '../tool.ts';
import type { ChatAction, ChatDone } from './action.ts';
import { callModel, type Listener } from './call-model.ts';
import type { EngineEffects } from './effects.ts';
import { withRetries } from './with-retries.ts';

/** Prompt for a model that stopped at its output cap. */
export const GO_ON =
  'Your answer was cut off. Go on from exactly where it stops, with the very next characters: no introduction, no repetition.';

/** Writes a text, cleaned, and continues it once if it was cut off. One that `streams` is shown as it is written. */
export async function writeText(
  action: ChatAction,
  effects: EngineEffects,
  context: ToolContext,
): Promise<ChatDone> {
  const isShown = action.streams === true;
  let cleaner = createTextCleaner();
  let text = '';
  const take = (delta: string): void => {
    const clean = cleaner.push(delta);
    text += clean;
    if (isShown && clean !== '') context.onText(clean);
  };
  const startAgain = (): void => {
    if (isShown && text !== '') context.onRestart();
    cleaner = createTextCleaner();
    text = '';
  };
  const call = (messages: readonly TextMessage[], listener: Listener) =>
    callModel(action, messages, { effects, context, listener });

  const first = await withRetries(effects.patience, context, async () => {
    startAgain();
    const result = await call(action.messages, { onText: take, onVoid: startAgain });
    if (text.trim() === '')
      throw new TextModelError('empty', 'nothing is left of the answer', { retryable: true });
    return result;
  });
  const written = (isCut: boolean): ChatDone => {
    const { model } = first;
    return { ok: true, kind: 'chat', text: text.toWellFormed(), value: null, isCut, model };
  };
  if (first.finish === 'stop') return written(false);

  if (isShown) context.onStep({ key: 'continued_answer', params: {} });
  const seam = createSeam(text, take);
  const soFar: TextMessage[] = [
    ...action.messages,
    { role: 'assistant', content: text },
    { role: 'user', content: GO_ON },
  ];
  const second = await unlessItFails(() => call(soFar, { onText: seam.push, onVoid: seam.clear }));
  seam.end();
  return written(second?.finish !== 'stop');
}

/**
 * Returns null if the provider failed or the call was refused, since what was written before is worth more than a
 * retry. Rethrows anything else.
 */
async function unlessItFails<T>(act: () => Promise<T>): Promise<T | null> {
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
function withoutOverlap(before: string, after: string): string {
  for (let length = Math.min(MAX_OVERLAP, after.length); length >= MIN_OVERLAP; length -= 1) {
    if (before.endsWith(after.slice(0, length))) return after.slice(length);
  }
  return after;
}
