import { z } from 'zod';
import { type AiTaskType, IMAGE_TASK_TYPES, TOOLS } from '#domain/ai-task.ts';
import { attachmentRule } from '#domain/attachments.ts';
import { type DelegateInput, delegateInput } from '#domain/functions/inputs.ts';

import {
  DELEGATION_REFUSALS,
  type DelegationRefusal,
  PAUSED,
  SPENT,
  TOO_MANY,
} from '#domain/run/run-messages.ts';
import { GateShutError } from '#server/lib/work-gate.ts';

import type { Database } from '#server/platform/db/database.ts';
import { type FunctionDefinition, FunctionError } from '#server/platform/functions/function.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { FileAccess } from '#server/platform/storage/file-access.ts';
import { userIdOf } from '../accounts/user-id-of.ts';
import type { Tool } from '../ai/tool.ts';
import type { ProductEvents } from '../events.ts';
import { checkAttachments } from '../files/check-attachments.ts';
import type { FileWork } from '../files/file-work.ts';
import type { ProductLimits } from '../limits.ts';
import { type Delegation, type DelegationRefused, delegateTask, precheck } from './delegate-task.ts';
import { namesOfRun } from './read-run.ts';

export interface DelegateDeps {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly tools: ReadonlyMap<AiTaskType, Tool>;
  readonly files: FileAccess;
  readonly fileWork: FileWork;
  readonly events: ProductEvents;
  readonly limits: ProductLimits;
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
        (await delegateTask(deps, { ...asked, ...(await acceptedFiles(deps, { userId, tool, input })) }));
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

function refusal(code: DelegationRefusal, message?: string): FunctionError {
  const known = DELEGATION_REFUSALS[code];
  return new FunctionError(known.status, code, message ?? known.message);
}

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

async function acceptedFiles(
  deps: DelegateDeps,
  { userId, tool, input }: { userId: string; tool: Tool; input: DelegateInput },
): Promise<Pick<Delegation, 'attachments' | 'files'>> {
  const { ai_task_type: type, attachments: paths } = input;
  const rule = attachmentRule(type, {
    vision: tool.seesImages === true,
    texts: tool.readsTexts === true,
  });
  try {
    const checked = await checkAttachments(deps, {
      userId,
      type,
      paths,
      rule,
      readsScans: tool.readsScans === true,
    });
    if ('attachments' in checked) return checked;
    throw checked.refused === 'not_found' ? refusal('not_found') : refusal('unusable_file', checked.message);
  } catch (error) {
    throw error instanceof GateShutError ? refusal('over_budget') : error;
  }
}

const idempotencyKey = z.guid().nullable();

function keyOf(request: Request): string | null {
  const key = idempotencyKey.safeParse(request.headers.get('idempotency-key'));
  if (!key.success) throw new FunctionError(400, 'invalid_input', 'Idempotency-Key: must be a uuid');
  return key.data;
}
