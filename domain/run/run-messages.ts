import { type AiTaskType, IMAGE_TASK_TYPES } from '../ai-task.ts';
import { messages } from '../messages.ts';
import { CANCELLED_RUNS_PER_DAY } from '../shop/credits.ts';

/** Why a run ended without an answer: stored as `ai_runs.error_code`. */
const RUN_ERROR_CODES = [
  'temporarily_unavailable',
  'not_set_up',
  'busy',
  'provider_failed',
  'incomplete_answer',
  'empty_answer',
  'too_long',
  'refused',
  'unusable_file',
  'file_limits',
  'no_image',
  'invalid_image',
  'opaque_image',
  'image_not_fetched',
  'deadline',
  'interrupted',
  'no_credits',
  'over_budget',
  'run_limit',
  'search_failed',
  'pages_away',
  'no_sources',
  'no_table',
  'no_figures',
  'not_as_promised',
  'internal',
] as const;

export type RunErrorCode = (typeof RUN_ERROR_CODES)[number];

/**
 * User-facing messages by code; each of these runs was refunded. Never a provider's own words. The slip has a
 * button to try again, so only failures that pass by themselves ask to try again later, in the specified sentence.
 */
export const RUN_ERROR_MESSAGES: Readonly<Record<RunErrorCode, string>> = {
  temporarily_unavailable: messages.ai.contentFailed('The AI service is temporarily unavailable.'),
  not_set_up: messages.ai.apiError(
    'the AI service isn’t set up correctly for this task. Only the operator of this server can fix this.',
  ),
  busy: messages.ai.contentFailed('The AI service is too busy right now.'),
  provider_failed: messages.ai.apiError('the AI service couldn’t be reached or returned an error.'),
  incomplete_answer: 'The answer was cut off before it was complete.',
  empty_answer: messages.ai.noContent,
  too_long: messages.ai.apiError(
    'the task and its project are too long for the AI model. Please shorten them.',
  ),
  refused: messages.ai.apiError('the AI service declined this task. Please reword it.'),
  unusable_file: messages.attachments.readFailed,
  file_limits: 'An attached file took too much time or memory to process. Please attach a smaller one.',
  no_image: messages.ai.noImageData,
  invalid_image: messages.ai.imageTypeInvalid,
  opaque_image: messages.ai.imageFailed('The model didn’t make the background transparent.'),
  image_not_fetched: messages.ai.imageFetchFailed,
  deadline: messages.ai.contentFailed('The AI took too long.'),
  interrupted: messages.ai.contentFailed('The task was interrupted too many times.'),
  no_credits: 'Your last credit was used before this task could start, so it wasn’t done.',
  over_budget: 'Today’s limit for AI tasks has been reached. You can delegate tasks again tomorrow.',
  run_limit: 'This task exceeds the limit for a single AI task. Please ask for less at once.',
  search_failed: messages.ai.contentFailed('The web search couldn’t be reached or is too busy.'),
  pages_away: messages.ai.contentFailed('The pages couldn’t be reached.'),
  no_sources: 'Couldn’t find any usable sources. Please reword the task.',
  no_table: 'Couldn’t find a table in the attached files. Please check them.',
  no_figures: 'Couldn’t compute any figures from the attached files. Please check them or reword the task.',
  not_as_promised: 'The result wasn’t what was promised, so it wasn’t delivered.',
  internal: messages.ai.contentFailed('Something went wrong on our side.'),
};

/** Other specified messages for pictures. */
const IMAGE_MESSAGES: Partial<Record<RunErrorCode, string>> = {
  temporarily_unavailable: messages.ai.imageFailed(
    'The image service is temporarily unavailable. Please try again later.',
  ),
  not_set_up: messages.ai.imageApiError(
    'the image service isn’t set up correctly for this task. Only the operator of this server can fix this.',
  ),
  busy: messages.ai.imageFailed('The image service is too busy right now. Please try again later.'),
  provider_failed: messages.ai.imageApiError('the image service couldn’t be reached or returned an error.'),
  incomplete_answer: messages.ai.imageFailed('The image was cut off before it was complete.'),
  empty_answer: messages.ai.noImageData,
  too_long: messages.ai.imageApiError('the task is too long for the image model. Please shorten it.'),
  refused: messages.ai.imageApiError('the image service declined this task. Please reword it.'),
  file_limits: messages.ai.imageFailed(
    'The image took too much time or memory to process. Please attach a smaller one.',
  ),
  deadline: messages.ai.imageFailed('It took too long. Please try again later.'),
  run_limit: messages.ai.imageFailed('This image exceeds the limit for a single AI task.'),
  interrupted: messages.ai.imageFailed('The task was interrupted too many times. Please try again later.'),
  internal: messages.ai.imageFailed('Something went wrong on our side. Please try again later.'),
};

/** A document is at hand: what can't be found is its words for what the AI noted. */
const DOCUMENT_MESSAGES: Partial<Record<RunErrorCode, string>> = {
  no_sources: 'What the AI wrote isn’t backed by your document, so it wasn’t delivered.',
};

/** User-facing message for a failed run of this type. */
export function runErrorMessage(code: RunErrorCode, type: AiTaskType): string {
  return messagesOf(type)[code] ?? RUN_ERROR_MESSAGES[code];
}

function messagesOf(type: AiTaskType): Partial<Record<RunErrorCode, string>> {
  if (type === 'doc_summary') return DOCUMENT_MESSAGES;
  return IMAGE_TASK_TYPES.includes(type) ? IMAGE_MESSAGES : {};
}

/** Why a delegation was refused: by `code` of the response, with HTTP status and message. */
export const DELEGATION_REFUSALS = {
  no_credits: { status: 402, message: messages.delegation.noCredits },
  not_found: { status: 404, message: 'This task, or something it refers to, doesn’t exist.' },
  already_running: { status: 409, message: 'The AI is already working on this task.' },
  key_reused: { status: 409, message: 'This Idempotency-Key has already been used for another request.' },
  over_budget: { status: 429, message: 'You’ve reached a limit. Please try again later.' },
  profile_required: { status: 403, message: 'Please accept the terms of service first.' },
  unverified: {
    status: 403,
    message: 'Please confirm your email address or phone number before you delegate a task.',
  },
  tool_unavailable: { status: 503, message: 'This AI tool isn’t available on this server.' },
  unusable_file: { status: 422, message: messages.attachments.readFailed },
} as const satisfies Record<string, { status: number; message: string }>;

export type DelegationRefusal = keyof typeof DELEGATION_REFUSALS;

/** Messages of the limits behind `over_budget` that a user can run into. */
export const PAUSED = `You’ve cancelled more than ${CANCELLED_RUNS_PER_DAY} AI tasks today. You can delegate tasks again tomorrow.`;
export const TOO_MANY = 'You’re delegating tasks very quickly. Please wait a moment.';
export const SPENT = 'Today’s limit for AI tasks has been reached. You can delegate tasks again tomorrow.';
