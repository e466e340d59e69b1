import { z } from 'zod';
import { type AiTaskType, IMAGE_TASK_TYPES, TOOLS } from '#domain/ai-task.ts';
import { type DelegateInput, delegateInput } from '#domain/functions/inputs.ts';
import { type DelegationRefusal, PAUSED, SPENT, TOO_MANY } from '#domain/run/run-messages.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type FunctionDefinition, FunctionError } from '#server/platform/functions/function.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { userIdOf } from '../accounts/user-id-of.ts';
import type { Tool } from '../ai/tool.ts';
import type { ProductEvents } from '../events.ts';
import { type AcceptingDeps, acceptFiles, refusal } from './accept-files.ts';
import { type DelegationRefused, delegateTask, precheck } from './delegate-task.ts';
import { namesOfRun } from './read-run.ts';

export interface DelegateDeps extends AcceptingDeps {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly tools: ReadonlyMap<AiTaskType, Tool>;
  readonly events: ProductEvents;
}

/** POST /functions/v1/delegate: delegates a task to the assistant. 202 with the run. */
export function delegateFunction(deps: DelegateDeps): FunctionDefinition<DelegateInput> {
  return {
    name: 'delegate',
    access: 'user',
    input: delegateInput,
    async handle({ input, caller, request }) {
      const tool = deps.tools.get(input.ai_task_type);
      if (!tool || (tool.lacks?.() ?? null) !== null) throw refusal('tool_unavailable');
      assertOptionsFit(input);
      const userId = userIdOf(caller);
      const asked = {
        userId,
        input,
        key: keyOf(request),
        isDemo: tool.kind === 'demo',
        mayAsk: tool.asks === true && isBare(input),
        limits: { ...deps.limits, runDeadline: tool.deadline ?? deps.limits.runDeadline },
      };
      const answer =
        (input.attachments.length > 0 ? await precheck(deps, asked) : null) ??
        (await delegateTask(deps, {
          ...asked,
          ...(await acceptFiles(deps, { userId, tool, paths: input.attachments })),
        }));
      if (!('run' in answer)) throw refusal(...ANSWERS[answer.outcome]);
      const { run } = answer;
      if (answer.outcome === 'created') {
        deps.events.runAccepted(namesOfRun(run));
      }
      return Response.json({ run }, { status: 202 });
    },
  };
}

/** The person has said nothing beside the task itself. */
const isBare = ({ attachments, wish, brief, instruction, parent_run_id: parent }: DelegateInput): boolean =>
  attachments.length === 0 && [wish, brief, instruction, parent].every((each) => each === undefined);

/** The wire has one code for "not now"; its message gives the reason. */
const ANSWERS: Readonly<Record<DelegationRefused, readonly [code: DelegationRefusal, message?: string]>> = {
  key_reused: ['key_reused'],
  not_found: ['not_found'],
  no_profile: ['profile_required'],
  unverified: ['unverified'],
  already_running: ['already_running'],
  paused: ['over_budget', PAUSED],
  too_many: ['over_budget', TOO_MANY],
  no_credits: ['no_credits'],
  spent: ['over_budget', SPENT],
};

const EDITING = IMAGE_TASK_TYPES.filter((type) => TOOLS[type].edits);

/** An option without effect is refused, never dropped. */
function assertOptionsFit({ ai_task_type: type, image, brief, mask }: DelegateInput): void {
  const { makes, edits = false } = TOOLS[type];
  if (mask !== undefined && !edits) throw invalid(`mask: applies to ${EDITING.join(' and ')} only`);
  if (mask !== undefined && (image?.aspect_ratio ?? 'original') !== 'original') {
    throw invalid('mask: needs image.aspect_ratio "original", which keeps the rest in its place');
  }
  if (brief !== undefined && makes !== 'image') {
    throw invalid(`brief: applies to ${IMAGE_TASK_TYPES.join(' and ')} only`);
  }
  if (image === undefined) return;
  if (makes !== 'image') throw invalid(`image: applies to ${IMAGE_TASK_TYPES.join(' and ')} only`);
  if (!edits && image.aspect_ratio === 'original') {
    throw invalid('image.aspect_ratio: "original" only applies to an image that is edited');
  }
  if (image.format === 'jpeg' && image.background === 'transparent') {
    throw invalid("image.background: a jpeg can't be transparent");
  }
}

function invalid(message: string): FunctionError {
  return new FunctionError(400, 'invalid_input', message);
}

const idempotencyKey = z.guid().nullable();

function keyOf(request: Request): string | null {
  const key = idempotencyKey.safeParse(request.headers.get('idempotency-key'));
  if (!key.success) throw new FunctionError(400, 'invalid_input', 'Idempotency-Key: must be a uuid');
  return key.data;
}
