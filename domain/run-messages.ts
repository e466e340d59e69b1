import { CANCELLED_RUNS_PER_DAY } from './credits.ts';
import { messages } from './messages.ts';

/** Why a run ended without an answer: stored as `ai_runs.error_code`. */
export const RUN_ERROR_CODES = [
  'temporarily_unavailable',
  'busy',
  'provider_failed',
  'incomplete_answer',
  'empty_answer',
  'too_long',
  'refused',
  'deadline',
  'interrupted',
  'internal',
] as const;

export type RunErrorCode = (typeof RUN_ERROR_CODES)[number];

/** What a person reads for each; every one of them has given its credit back. No provider's own words. */
export const RUN_ERROR_MESSAGES: Readonly<Record<RunErrorCode, string>> = {
  temporarily_unavailable: messages.ai.contentFailed('The AI service is temporarily unavailable.'),
  busy: messages.ai.contentFailed('The AI service has too much to do at the moment.'),
  provider_failed: messages.ai.apiError(
    'the AI service could not be reached or failed. Please try again later.',
  ),
  incomplete_answer: messages.ai.contentFailed('The answer broke off before it was complete.'),
  empty_answer: messages.ai.noContent,
  too_long: messages.ai.apiError(
    'the task and its project are too long for the AI model. Please shorten them.',
  ),
  refused: messages.ai.apiError('the AI service declined this task. Please word it differently.'),
  deadline: messages.ai.contentFailed('The AI took too long.'),
  interrupted: messages.ai.contentFailed('The work was interrupted too often.'),
  internal: messages.ai.contentFailed('Something went wrong on our side.'),
};

/** Why a delegation was not accepted: the `code` of the answer, with its HTTP status and what a person reads. */
export const DELEGATION_REFUSALS = {
  no_credits: { status: 402, message: messages.delegation.noCredits },
  not_found: { status: 404, message: 'This task, or something it refers to, does not exist.' },
  already_running: { status: 409, message: 'The AI is already working on this task.' },
  key_reused: { status: 409, message: 'This Idempotency-Key was used for another request.' },
  over_budget: { status: 429, message: 'A limit is reached. Please try again later.' },
  profile_required: { status: 403, message: 'Please accept the terms of service first.' },
  unverified: {
    status: 403,
    message: 'Please confirm your email address or phone number before you hand a task to the AI.',
  },
  tool_unavailable: { status: 503, message: 'This AI tool is not available here.' },
  unusable_file: { status: 422, message: messages.attachments.readFailed },
} as const satisfies Record<string, { status: number; message: string }>;

export type DelegationRefusal = keyof typeof DELEGATION_REFUSALS;

/** The two limits behind `over_budget` that a person meets. */
export const PAUSED = `You have cancelled more than ${CANCELLED_RUNS_PER_DAY} AI tasks today. You can hand over tasks again tomorrow.`;
export const TOO_MANY = 'You are handing over tasks very quickly. Please wait a moment.';
