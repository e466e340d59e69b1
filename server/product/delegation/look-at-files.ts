import type { AiTaskType } from '#domain/ai-task.ts';
import type { LookedAtOutput } from '#domain/functions/answers.ts';
import { type LookAtFilesInput, lookAtFilesInput } from '#domain/functions/inputs.ts';
import type { FunctionDefinition } from '#server/platform/functions/function.ts';
import type { RateLimiter } from '#server/platform/http/rate-limiter.ts';
import { userIdOf } from '../accounts/user-id-of.ts';
import type { Tool } from '../ai/tool.ts';
import { type AcceptingDeps, acceptFiles, refusal } from './accept-files.ts';

/**
 * POST /functions/v1/look-at-files: what is known of files before a task is delegated with them, such as how many pages
 * a run reads. Refuses what a delegation would.
 */
export function lookAtFilesFunction(
  deps: AcceptingDeps & { tools: ReadonlyMap<AiTaskType, Tool>; limiter: RateLimiter },
): FunctionDefinition<LookAtFilesInput> {
  return {
    name: 'look-at-files',
    access: 'user',
    input: lookAtFilesInput,
    async handle({ input: { ai_task_type: type, attachments: paths }, caller }): Promise<LookedAtOutput> {
      const tool = deps.tools.get(type);
      if (!tool) throw refusal('tool_unavailable');
      const userId = userIdOf(caller);
      const taken = await deps.limiter.take(`look-at-files:${userId}`, deps.limits.looks);
      if (!taken.ok) throw refusal('over_budget', 'Please wait a minute before attaching more files.');
      const { files } = await acceptFiles(deps, { userId, tool, paths });
      return { files: [...files] };
    },
  };
}
