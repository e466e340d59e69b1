import { BRIEF_MAX } from '#domain/ai-task.ts';
import { newToken } from '#server/lib/ids.ts';
import type { ActionResult } from '../../engine/action.ts';
import { countCalls } from '../../engine/count-calls.ts';
import type { Effects } from '../../engine/effects.ts';
import { performOnce } from '../../engine/perform-once.ts';
import { withoutWrapper } from '../../language/without-wrapper.ts';
import { NOTHING_USED } from '../../models/make-call.ts';
import type { ToolContext, ToolInput, ToolUsage } from '../../tool.ts';
import { briefAction } from './brief-prompt.ts';

export interface Brief {
  /** Null: the image model gets the task itself. */
  readonly text: string | null;
  readonly usage: ToolUsage;
}

interface BriefWork {
  readonly input: ToolInput;
  readonly context: ToolContext;
  readonly edits: boolean;
}

const NO_USAGE: ToolUsage = { ...NOTHING_USED, calls: 0 };

/** Changes with the prompt, so that a restarted run doesn't use the brief of an earlier one. */
const VERSION = 'brief-1';

/**
 * Returns the brief of a picture: the person's, or one by a text model. Null without a model, or if it fails, since a
 * picture can be made from the task alone.
 */
export async function writeBrief(
  effects: Effects | undefined,
  { input, context, edits }: BriefWork,
): Promise<Brief> {
  if (input.brief !== null || effects === undefined) return { text: input.brief, usage: NO_USAGE };
  const counted = countCalls(context);
  const { models, windowOf } = effects;
  const window = windowOf(models.planner);
  const action = briefAction(input, { edits, key: newToken(9), window });
  const result = await performOnce(
    action,
    {
      version: VERSION,
      before: { key: 'asked_for_brief', params: { model: models.planner } },
      steps: (done) => {
        const brief = textOf(done);
        return brief === null ? [] : [{ key: 'wrote_brief', params: brief }];
      },
    },
    { effects, context: counted.context },
  );
  return { text: textOf(result)?.brief ?? null, usage: counted.usage() };
}

function textOf(result: ActionResult): { brief: string; model: string } | null {
  if (!result.ok || result.kind !== 'chat') return null;
  const brief = withoutWrapper(result.text).trim().slice(0, BRIEF_MAX);
  return brief === '' ? null : { brief, model: result.model };
}
