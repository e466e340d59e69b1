import type { ToolContext } from '../tool.ts';
import type { ChatAction, ChatDone } from './action.ts';
import { askForJson } from './ask-for-json.ts';
import { callModel } from './call-model.ts';
import type { EngineEffects, Patience } from './effects.ts';
import { withRetries } from './with-retries.ts';
import { writeText } from './write-text.ts';

/** Asks a model for an action: JSON by a schema, or text. */
export function askModel(
  action: ChatAction,
  effects: EngineEffects,
  context: ToolContext,
): Promise<ChatDone> {
  const { shape } = action;
  if (shape === null) return writeText(action, effects, context);
  const attempt = askForJson(action, shape, (maxTokens) =>
    callModel({ ...action, maxTokens }, action.messages, { effects, context }),
  );
  return withRetries(patienceFor(action, effects.patience), context, attempt);
}

/** Calls of an action that the tool can do without. */
const SPARE_CALLS = 2;

const patienceFor = ({ need }: ChatAction, patience: Patience): Patience =>
  need === 'spare' ? { ...patience, calls: Math.min(SPARE_CALLS, patience.calls) } : patience;
