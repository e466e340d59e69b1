import type { RunQuestion } from '#domain/run/questions.ts';
import { newToken } from '#server/lib/ids.ts';
import { type ActionResult, actionResult } from '../engine/action.ts';
import { countCalls } from '../engine/count-calls.ts';
import type { Effects } from '../engine/effects.ts';
import { performAction } from '../engine/perform-action.ts';
import { QuestionsRaised, type Tool, type ToolContext, type ToolInput } from '../tool.ts';
import { askAction } from './ask-action.ts';
import { holdBack } from './hold-back.ts';
import { questionsShape, readQuestions } from './read-questions.ts';

/** Changes with the prompt, so that a restarted run doesn't ask what an earlier one would have. */
const VERSION = 'ask-2';

/**
 * Makes a tool ask what is missing before the run is paid, where it may. The tool begins at the same time, so that a
 * task that explains itself is answered as soon as ever; of a task that doesn't, its first call was in vain.
 */
export function askFirst(tool: Tool, effects: Effects): Tool {
  return {
    ...tool,
    asks: true,
    async run(input, context) {
      const { mayAsk } = context;
      if (!mayAsk) return tool.run(input, context);
      // Read before the tool's own, which deletes what another version has recorded.
      const known = (await context.journal.read(VERSION)).get('ask');
      const counted = countCalls(context);
      const asked = known === undefined ? ask(tool, input, { effects, context: counted.context }) : null;
      const held = holdBack(counted.context);
      const work = tool.run(input, held.context);
      // Its failure may come before the decision; it's awaited below.
      work.catch(() => undefined);
      try {
        const questions = toQuestions(await (asked ?? actionResult.parse(known)));
        if (questions.length > 0) throw new QuestionsRaised(questions);
        await mayAsk.proceed();
      } catch (error) {
        held.drop(error);
        await Promise.allSettled([work]);
        throw error;
      }
      held.release();
      return { ...(await work), usage: counted.usage() };
    },
  };
}

async function ask(
  { type }: Tool,
  input: ToolInput,
  { effects, context }: { effects: Effects; context: ToolContext },
): Promise<ActionResult> {
  const window = effects.windowOf(effects.models.planner);
  const action = askAction(input, { type, key: newToken(9), window });
  // Waits for it are no step of the work.
  const result = await performAction(action, effects, { ...context, onStep: () => undefined });
  await context.journal.record({ step: action.id, version: VERSION, result, lines: [] });
  return result;
}

/** No questions, if the model has none, answers anything else, or not in time. */
function toQuestions(result: ActionResult): readonly RunQuestion[] {
  if (!result.ok || result.kind !== 'chat') return [];
  const asked = questionsShape.safeParse(result.value);
  return asked.success ? readQuestions(asked.data) : [];
}
