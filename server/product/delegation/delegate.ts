import { z } from 'zod';
import { type AiTaskType, IMAGE_TASK_TYPES } from '#domain/ai-task.ts';
import { type DelegateInput, delegateInput } from '#domain/functions.ts';
import { DELEGATION_REFUSALS, type DelegationRefusal, PAUSED, TOO_MANY } from '#domain/run-messages.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type FunctionDefinition, FunctionError } from '#server/platform/functions/function.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { userIdOf } from '../accounts/user-id-of.ts';
import type { Tool } from '../ai/tool.ts';
import type { ProductEvents } from '../events.ts';
import type { ProductLimits } from '../limits.ts';
import { type DelegationRefused, delegateTask } from './delegate-task.ts';

export interface DelegateDeps {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly tools: ReadonlyMap<AiTaskType, Tool>;
  readonly events: ProductEvents;
  readonly limits: ProductLimits;
}

/** POST /functions/v1/delegate: hands a task to the assistant. 202 with the run. */
export function delegateFunction(deps: DelegateDeps): FunctionDefinition<DelegateInput> {
  return {
    name: 'delegate',
    access: 'user',
    input: delegateInput,
    async handle({ input, caller, request }) {
      const tool = deps.tools.get(input.ai_task_type);
      if (!tool) throw refusal('tool_unavailable');
      assertUsable(input);
      const answer = await delegateTask(deps, {
        userId: userIdOf(caller),
        input,
        key: keyOf(request),
        isDemo: tool.kind === 'demo',
        limits: deps.limits,
      });
      if (!('run' in answer)) throw refusal(...ANSWERS[answer.outcome]);
      const { run } = answer;
      if (answer.outcome === 'created') {
        deps.events.runAccepted({ run_id: run.id, ai_task_type: run.ai_task_type, is_demo: run.is_demo });
      }
      return Response.json({ run }, { status: 202 });
    },
  };
}

/** The wire has one code for "not now"; its message says why. */
const ANSWERS: Readonly<Record<DelegationRefused, readonly [code: DelegationRefusal, message?: string]>> = {
  key_reused: ['key_reused'],
  not_found: ['not_found'],
  no_profile: ['profile_required'],
  unverified: ['unverified'],
  already_running: ['already_running'],
  paused: ['over_budget', PAUSED],
  too_many: ['over_budget', TOO_MANY],
  no_credits: ['no_credits'],
};

function refusal(code: DelegationRefusal, message?: string): FunctionError {
  const known = DELEGATION_REFUSALS[code];
  return new FunctionError(known.status, code, message ?? known.message);
}

/** An option that has no effect is refused, never dropped. No tool of today reads files. */
function assertUsable(input: DelegateInput): void {
  const isImage = IMAGE_TASK_TYPES.includes(input.ai_task_type);
  if (!isImage && (input.image || input.mask)) {
    throw new FunctionError(
      400,
      'invalid_input',
      `image, mask: apply to ${IMAGE_TASK_TYPES.join(' and ')} only`,
    );
  }
  if (input.attachments.length > 0) throw refusal('unusable_file');
}

const idempotencyKey = z.guid().nullable();

function keyOf(request: Request): string | null {
  const key = idempotencyKey.safeParse(request.headers.get('idempotency-key'));
  if (!key.success) throw new FunctionError(400, 'invalid_input', 'Idempotency-Key: must be a uuid');
  return key.data;
}
