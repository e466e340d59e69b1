import type { WireError } from '../../wire-errors.ts';
import type { Counts, Persona, PersonaHost, PersonaRequest, Voice } from '../persona.ts';
import { plainVoice } from '../plain-voice.ts';
import {
  bearerOf,
  countOf,
  type Fields,
  fieldsOf,
  formatIn,
  listOf,
  promptTokensIn,
  textIn,
} from '../wire-body.ts';
import { llamaCppCall } from './llama-cpp-calls.ts';
import { bareUsage, type LocalModel, localModel, silence, thinksAtAll, thoughtOf } from './local-models.ts';
import { thinkInText } from './think-marks.ts';

/**
 * llama.cpp's server (`llama-server`), started with a key. Unknown fields are passed on and have no effect
 * (tools/server/server-common.cpp, "Copy remaining properties").
 */
export const llamaCpp: Persona = {
  name: 'llama-cpp',
  base: '/v1',
  // Set at start (`-c`): tools/server/README.md.
  context: 16_384,
  answer: (request, host) => refuseKey(request, host) ?? llamaCppCall(request, host),
  refuse(request, host) {
    const fields = fieldsOf(request.body);
    return (
      refuseKey(request, host) ??
      refuseLoading(fields, host) ??
      refuseFormat(fields) ??
      refuseMessages(fields, host) ??
      refuseThinking(fields, host) ??
      refuseLength(fields, host)
    );
  },
  speak: ({ body }, host) => speak(body, host),
  overflow: llamaCppError(500, 'server_error', 'Context size has been exceeded.'),
};

/** tools/server/README.md, "Result JSON" of errors: repeats the status as `code`. */
export function llamaCppError(status: number, type: string, message: string, more: object = {}): WireError {
  return { status, body: { error: { code: status, message, type, ...more } } };
}

const invalid = (message: string): WireError => llamaCppError(400, 'invalid_request_error', message);

/** `--api-key`; wording as in README.md. */
function refuseKey({ headers }: PersonaRequest, { apiKey }: PersonaHost): WireError | null {
  return bearerOf(headers) === apiKey ? null : llamaCppError(401, 'authentication_error', 'Invalid API Key');
}

/** tools/server/README.md, `GET /health`: the response to every call until the model is loaded. */
function refuseLoading(fields: Fields, host: PersonaHost): WireError | null {
  return profileIn(fields, host) === 'loading'
    ? llamaCppError(503, 'unavailable_error', 'Loading model')
    : null;
}

/** tools/server/server-common.cpp, oaicompat_chat_params_parse, "response_format". */
function refuseFormat(fields: Fields): WireError | null {
  const type = formatIn(fields);
  if (['text', 'json_object', 'json_schema'].includes(type)) return null;
  return invalid(`response_format type must be one of "text" or "json_object", but got: ${type}`);
}

/** The same function, "get input files". */
function refuseMessages(fields: Fields, host: PersonaHost): WireError | null {
  const { messages } = fields;
  if (messages === undefined) return invalid("'messages' is required");
  if (!Array.isArray(messages)) return invalid("Expected 'messages' to be an array");
  const types = listOf(messages)
    .flatMap((message) => listOf(fieldsOf(message)['content']))
    .map((part) => fieldsOf(part)['type']);
  if (types.some((type) => type !== 'text' && type !== 'image_url'))
    return invalid('unsupported content[].type');
  if (!types.includes('image_url') || seesImages(fields, host)) return null;
  return llamaCppError(
    500,
    'server_error',
    'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
  );
}

/** The same function, "enable_thinking" and "prefill_assistant_message". */
function refuseThinking(fields: Fields, host: PersonaHost): WireError | null {
  const { enable_thinking: wanted } = fieldsOf(fields['chat_template_kwargs']);
  if (typeof wanted === 'string')
    return invalid('invalid type for "enable_thinking" (expected boolean, got string)');
  const { role } = fieldsOf(listOf(fields['messages']).at(-1));
  if (role !== 'assistant' || isOff(fields) || !thinksAtAll(profileIn(fields, host))) return null;
  return invalid('Assistant response prefill is incompatible with enable_thinking.');
}

/**
 * PR 15780; current wording as in llmmllab-api 69. Only the prompt counts: the answer ends at the end of the context.
 */
function refuseLength(fields: Fields, { context }: PersonaHost): WireError | null {
  const prompt = promptTokensIn(fields);
  if (prompt < context) return null;
  return llamaCppError(
    400,
    'exceed_context_size_error',
    `request (${prompt} tokens) exceeds the available context size (${context} tokens), try increasing it`,
    { n_prompt_tokens: prompt, n_ctx: context },
  );
}

/**
 * `blind`: started without `--mmproj`. `loading`: still loading. `closing-only`: its template opens the thinking
 * block.
 */
export const profileIn = (
  body: unknown,
  host: PersonaHost,
): LocalModel | 'blind' | 'loading' | 'closing-only' =>
  localModel(body, host, ['blind', 'loading', 'closing-only']);

export const seesImages = (body: unknown, host: PersonaHost): boolean => profileIn(body, host) !== 'blind';

/**
 * `chat_template_kwargs.enable_thinking` (server-common.cpp; ignored if it isn't an object), or `reasoning_effort:
 * none` (tools/server/README.md).
 */
function isOff(fields: Fields): boolean {
  const { enable_thinking: wanted } = fieldsOf(fields['chat_template_kwargs']);
  return typeof wanted === 'boolean' ? !wanted : fields['reasoning_effort'] === 'none';
}

/** Other efforts are only passed to the template (tools/server/README.md). */
function levelIn(fields: Fields): string | null {
  return (
    textIn(fieldsOf(fields['chat_template_kwargs'])['reasoning_effort']) ?? textIn(fields['reasoning_effort'])
  );
}

function speak(body: unknown, host: PersonaHost): Voice {
  const fields = fieldsOf(body);
  const model = profileIn(body, host);
  // tools/server/README.md: "If set to `none`, it will output the raw generated text".
  const isRaw = fields['reasoning_format'] === 'none';
  const hasForm = formatIn(body) !== 'text';
  // common/chat-auto-parser-generator.cpp: the grammar only allows thinking before the JSON if it is parsed out.
  const wouldThink =
    isRaw && hasForm ? 0 : thoughtOf(model, { isOff: isOff(fields), level: levelIn(fields) });
  const asksUsage = fields['stream'] !== true || fieldsOf(fields['stream_options'])['include_usage'] === true;
  const marks = model === 'closing-only' ? 'closing-only' : 'both';
  return plainVoice({
    // `thinking_budget_tokens`: PR 23673, ferrox PR 205.
    thinks: Math.min(wouldThink, countOf(fields['thinking_budget_tokens']) ?? wouldThink),
    cap: Math.min(capIn(fields), host.context - promptTokensIn(body)),
    heedsSchema: hasForm,
    // "similar to Deepseek API" (tools/server/README.md, "Reasoning support").
    thought: (reasoning_content) => ({ delta: { reasoning_content }, finish_reason: null }),
    ...(isRaw && thinkInText(marks)),
    ...silence(model),
    usage: (counts) => (asksUsage ? usageOf(counts) : null),
    top: { system_fingerprint: 'b9789-0f3cb3fc8' },
    last: (counts) => ({ timings: timingsOf(counts) }),
  });
}

/** `max_completion_tokens` is an alias of the same field: PR 19831. */
function capIn(fields: Fields): number {
  return (
    countOf(fields['max_tokens']) ??
    countOf(fields['max_completion_tokens']) ??
    countOf(fields['n_predict']) ??
    Number.MAX_SAFE_INTEGER
  );
}

/** tools/server/README.md, "Timings and context usage". */
function usageOf(counts: Counts): object {
  return { ...bareUsage(counts), prompt_tokens_details: { cached_tokens: 0 } };
}

function timingsOf({ prompt, thinking, text }: Counts): object {
  return {
    cache_n: 0,
    prompt_n: prompt,
    prompt_ms: 30.958,
    predicted_n: thinking + text,
    predicted_ms: 661.064,
  };
}
