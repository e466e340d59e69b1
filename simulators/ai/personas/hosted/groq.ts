import type { WireError } from '../../wire-errors.ts';
import { modelList } from '../openai-wire.ts';
import type { Persona, PersonaHost, PersonaRequest, Voice } from '../persona.ts';
import { plainUsage, plainVoice, sayText, thinkingAt } from '../plain-voice.ts';
import { profileOf } from '../profile-of.ts';
import {
  bearerOf,
  countOf,
  type Fields,
  fieldsOf,
  formatIn,
  listOf,
  modelIn,
  promptTokensIn,
  shown,
  textIn,
  unknownField,
} from '../wire-body.ts';
import { looseIn, strictSchemaIn } from './strict-schema.ts';

/**
 * The fields of its API reference, whose current list couldn't be compared; `stream_options` was unknown in 2024
 * (vercel/ai 1578) and is accepted since 2025 (portkey 1072).
 */
const KNOWN =
  `model messages compound_custom citation_options disable_tool_validation documents exclude_domains
  include_domains frequency_penalty function_call functions include_reasoning logit_bias logprobs max_completion_tokens
  max_tokens metadata n parallel_tool_calls presence_penalty reasoning_effort reasoning_format response_format
  search_settings seed service_tier stop store stream stream_options temperature tool_choice tools top_logprobs top_p
  user`.split(/\s+/);

type GroqProfile = 'qwen' | 'gpt-oss' | 'llama';

/** Supported efforts, default first: pi 1745, pluely PR 219 (Qwen), console.groq.com/docs/reasoning (GPT-OSS). */
const EFFORTS: Readonly<Record<GroqProfile, readonly string[]>> = {
  qwen: ['default', 'none'],
  'gpt-oss': ['medium', 'low', 'high'],
  llama: [],
};

/** api.groq.com/openai/v1: Qwen 3, which by default thinks within its text, GPT-OSS and Llama. */
export const groq: Persona = {
  name: 'groq',
  base: '/openai/v1',
  context: 131_072,
  answer(request, host) {
    if (request.method !== 'GET' || request.path !== '/openai/v1/models') return null;
    const card = { active: true, context_window: host.context, max_completion_tokens: 40_960 };
    return refuseKey(request, host) ?? modelList(host, 'Alibaba Cloud', () => card);
  },
  refuse(request, host) {
    const fields = fieldsOf(request.body);
    const profile = profileIn(request, host);
    return (
      refuseKey(request, host) ??
      refuseUnknown(fields) ??
      refuseThinking(fields, profile) ??
      refuseFormat(fields, profile) ??
      refuseLength(fields, host)
    );
  },
  speak: (request, host) => speak(fieldsOf(request.body), profileIn(request, host)),
  naming: { header: 'x-request-id', prefix: 'chatcmpl-' },
};

const profileIn = ({ body }: PersonaRequest, host: PersonaHost): GroqProfile =>
  profileOf(host, modelIn(body), ['qwen', 'gpt-oss', 'llama']);

function error(message: string, more: object = {}, status = 400): WireError {
  return { status, body: { error: { message, type: 'invalid_request_error', ...more } } };
}

/** resume-commentor 4, WiredSwift 44. */
function refuseKey({ headers }: PersonaRequest, { apiKey }: PersonaHost): WireError | null {
  return bearerOf(headers) === apiKey ? null : error('Invalid API Key', { code: 'invalid_api_key' }, 401);
}

/** musistudio/llms PR 64 (`reasoning`), chatbot 21. */
function refuseUnknown(fields: Fields): WireError | null {
  const unknown = unknownField(fields, KNOWN);
  return unknown === null ? null : error(`property '${unknown}' is unsupported`);
}

function refuseThinking(fields: Fields, profile: GroqProfile): WireError | null {
  const { reasoning_effort: effort, reasoning_format: format, include_reasoning: included } = fields;
  const efforts = EFFORTS[profile];
  // rig 1134.
  const named = effort === undefined ? 'reasoning_format' : 'reasoning_effort';
  if (efforts.length === 0 && (format ?? effort) !== undefined) {
    return error(`\`${named}\` is not supported with this model`, { param: named });
  }
  // free-claude-code 1348, pi 1745.
  if (effort !== undefined && !efforts.includes(shown(effort))) {
    const quoted = efforts.toReversed().map((each) => `\`${each}\``);
    return error(`\`reasoning_effort\` must be one of ${quoted.join(' or ')}`);
  }
  // console.groq.com/docs/reasoning: the two exclude each other, and `raw` is a 400 with JSON or tools. The wording
  // is unknown.
  if (included !== undefined && format !== undefined) {
    return error('`include_reasoning` and `reasoning_format` cannot be used together');
  }
  const isFormed = formatIn(fields) !== 'text' || listOf(fields['tools']).length > 0;
  return format === 'raw' && isFormed
    ? error('`reasoning_format` `raw` is not supported with JSON mode or tool use')
    : null;
}

/**
 * console.groq.com/docs/structured-outputs: no streaming and no tools with a schema, which only GPT-OSS and a few
 * others support, and strict schemas closed with every property required. Wording: langchain 23629, litellm 4804,
 * langgraphjs 1066.
 */
function refuseFormat(fields: Fields, profile: GroqProfile): WireError | null {
  const format = formatIn(fields);
  if (format === 'text') return null;
  if (fields['stream'] === true) return error('response_format` does not support streaming');
  if (format !== 'json_schema') return null;
  if (profile !== 'gpt-oss') {
    return error('This model does not support response format `json_schema`', { param: 'response_format' });
  }
  if (listOf(fields['tools']).length > 0) return error('response_format` does not support tools');
  const strict = strictSchemaIn(fieldsOf(fields['response_format']));
  const loose = strict && looseIn(strict.schema);
  return loose === null ? null : error(`invalid JSON schema for response_format: ${loose}`);
}

/** Recorded like this, with its code, in other projects' tests. */
function refuseLength(fields: Fields, { context }: PersonaHost): WireError | null {
  if (promptTokensIn(fields) <= context) return null;
  return error('Please reduce the length of the messages or completion.', {
    param: 'messages',
    code: 'context_length_exceeded',
  });
}

function speak(fields: Fields, profile: GroqProfile): Voice {
  const effort = textIn(fields['reasoning_effort']) ?? EFFORTS[profile][0] ?? 'none';
  const thinks = effort === 'default' ? thinkingAt('high') : thinkingAt(effort);
  const show = shownIn(fields, profile);
  const asksUsage = fieldsOf(fields['stream_options'])['include_usage'] === true;
  const isStream = fields['stream'] === true;
  let isOpen = false;
  return plainVoice({
    thinks,
    cap: countOf(fields['max_completion_tokens']) ?? countOf(fields['max_tokens']),
    heedsSchema: formatIn(fields) !== 'text',
    thought(piece) {
      if (show === 'hidden') return null;
      if (show === 'parsed') return { delta: { reasoning: piece }, finish_reason: null };
      const before = isOpen ? '' : '<think>\n';
      isOpen = true;
      return sayText(`${before}${piece}`);
    },
    text(piece) {
      const before = isOpen ? '\n</think>\n\n' : '';
      isOpen = false;
      return sayText(`${before}${piece}`);
    },
    // Usage is in the last chunk's `x_groq`, and in another chunk if requested: vercel/ai 1651, portkey 1338.
    last: (counts) => ({
      x_groq: { id: 'req_simulated', ...(isStream && { usage: plainUsage(counts) }) },
    }),
    usage: (counts) => (isStream && !asksUsage ? null : plainUsage(counts)),
  });
}

/**
 * console.groq.com/docs/reasoning: defaults are `raw` for Qwen and `parsed` with JSON or tools; GPT-OSS always uses a
 * separate field.
 */
function shownIn(fields: Fields, profile: GroqProfile): 'raw' | 'parsed' | 'hidden' {
  const { reasoning_format: format, include_reasoning: included } = fields;
  if (included === false || format === 'hidden') return 'hidden';
  if (format === 'parsed' || included === true || profile === 'gpt-oss') return 'parsed';
  return formatIn(fields) === 'text' && listOf(fields['tools']).length === 0 ? 'raw' : 'parsed';
}
