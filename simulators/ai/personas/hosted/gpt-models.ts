import type { WireError } from '../../wire-errors.ts';
import { openAiError } from '../openai-wire.ts';
import type { PersonaHost, Voice } from '../persona.ts';
import { plainUsage, plainVoice, thinkingAt } from '../plain-voice.ts';
import { profileOf } from '../profile-of.ts';
import {
  countOf,
  type Fields,
  fieldsOf,
  formatIn,
  listOf,
  modelIn,
  promptTokensIn,
  shown,
  textIn,
} from '../wire-body.ts';
import { looseIn, strictSchemaIn } from './strict-schema.ts';

/** Differences between OpenAI's models. */
interface GptModel {
  /** Supported efforts, default first; empty: it doesn't think. */
  readonly efforts: readonly string[];
}

/**
 * Efforts by anomalyco/models.dev 2351, which lists OpenAI's pages. GPT-5.1, 5.2 and 5.4 don't think by default
 * (langchain 35424), GPT-5.5 does again (open-chat-studio 3307).
 */
const MODELS = {
  'gpt-5': { efforts: ['medium', 'minimal', 'low', 'high'] },
  'gpt-5.2': { efforts: ['none', 'low', 'medium', 'high', 'xhigh'] },
  'gpt-5.5': { efforts: ['medium', 'none', 'low', 'high', 'xhigh'] },
  'gpt-4.1': { efforts: [] },
} as const satisfies Record<string, GptModel>;

export type GptProfile = keyof typeof MODELS;

export function profileIn(body: unknown, host: PersonaHost): GptProfile {
  return profileOf(host, modelIn(body), ['gpt-5', 'gpt-5.2', 'gpt-5.5', 'gpt-4.1']);
}

/**
 * All fields of CreateChatCompletionRequest (openai/openai-openapi, read from the generated types of the `openai`
 * package 7.55.0).
 */
const KNOWN = new Set(
  `model messages audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens max_tokens
  metadata modalities moderation n parallel_tool_calls prediction presence_penalty prompt_cache_key prompt_cache_options
  prompt_cache_retention reasoning_effort response_format safety_identifier seed service_tier stop store stream
  stream_options temperature tool_choice tools top_logprobs top_p user verbosity web_search_options`.split(
    /\s+/,
  ),
);

/** Returns OpenAI's error for a body; null if it is accepted. */
export function gptRefusal(body: unknown, profile: GptProfile, host: PersonaHost): WireError | null {
  const fields = fieldsOf(body);
  return (
    refuseUnknown(fields, profile) ??
    refuseSampling(fields, profile) ??
    refuseEffort(fields, profile) ??
    refuseTools(fields) ??
    refuseSchema(fields) ??
    refuseLength(fields, host)
  );
}

function refuseUnknown(fields: Fields, profile: GptProfile): WireError | null {
  // A field of another OpenAI endpoint is named in `param`: open-responses-server 41.
  if ('reasoning' in fields) {
    return openAiError(400, {
      message: "Unknown parameter: 'reasoning'.",
      param: 'reasoning',
      code: 'unknown_parameter',
    });
  }
  // Any other is only named in the message: toponymy 148 (`chat_template_kwargs`), llm_wiki 336 (`thinking`),
  // Easy-open-ai 38 (several).
  const unknown = Object.keys(fields).filter((name) => !KNOWN.has(name));
  // So is the effort if a model doesn't think: langchain_dart 712, coroot 698.
  if (MODELS[profile].efforts.length === 0 && 'reasoning_effort' in fields) unknown.push('reasoning_effort');
  if (unknown.length === 0) return null;
  const argument = unknown.length === 1 ? 'argument' : 'arguments';
  return openAiError(400, { message: `Unrecognized request ${argument} supplied: ${unknown.join(', ')}` });
}

function refuseSampling(fields: Fields, profile: GptProfile): WireError | null {
  const { efforts } = MODELS[profile];
  // openai/openai-openapi: `max_tokens` is "not compatible with o-series models"; for the GPT-5 line: OpenManus 555
  // and aider 4707.
  if (efforts.length > 0 && 'max_tokens' in fields) {
    return openAiError(400, {
      message:
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      param: 'max_tokens',
      code: 'unsupported_parameter',
    });
  }
  // While thinking, only the default temperature: langchaingo 1355, llmcomp 69; without thinking any: vercel/ai
  // 10942.
  const { temperature } = fields;
  if (effortOf(fields, profile) !== 'none' && temperature !== undefined && temperature !== 1) {
    return openAiError(400, {
      message: `Unsupported value: 'temperature' does not support ${shown(temperature)} with this model. Only the default (1) value is supported.`,
      param: 'temperature',
      code: 'unsupported_value',
    });
  }
  // smolagents 1671 (`stop`, also for 5.1 and 5.2: smolagents 1868, 1893); nextai-translator 1781 (`presence_penalty`).
  const penalised =
    efforts.length > 0 ? ['stop', 'presence_penalty'].find((name) => name in fields) : undefined;
  if (penalised === undefined) return null;
  return openAiError(400, {
    message: `Unsupported parameter: '${penalised}' is not supported with this model.`,
    param: penalised,
    code: 'unsupported_parameter',
  });
}

/** livekit/agents 3966 and chatwise 1257: the value, and the list of supported ones. */
function refuseEffort(fields: Fields, profile: GptProfile): WireError | null {
  const { reasoning_effort: effort } = fields;
  const efforts: readonly string[] = MODELS[profile].efforts;
  if (effort === undefined || efforts.includes(shown(effort))) return null;
  const quoted = efforts.toSorted((a, b) => thinkingAt(a) - thinkingAt(b)).map((each) => `'${each}'`);
  const listed = `${quoted.slice(0, -1).join(', ')}, and ${quoted.at(-1) ?? ''}`;
  const said = effort === null ? 'null' : `'${shown(effort)}'`;
  return openAiError(400, {
    message: `Unsupported value: 'reasoning_effort' does not support ${said} with this model. Supported values are: ${listed}.`,
    param: 'reasoning_effort',
    code: 'unsupported_value',
  });
}

function refuseTools(fields: Fields): WireError | null {
  // langchain-litellm 197: another vendor's tool type.
  const at = listOf(fields['tools']).findIndex(
    (tool) => !['function', 'custom'].includes(shown(fieldsOf(tool)['type'])),
  );
  if (at >= 0) {
    const type = shown(fieldsOf(listOf(fields['tools'])[at])['type']);
    return openAiError(400, {
      message: `Invalid value: '${type}'. Supported values are: 'function' and 'custom'.`,
      param: `tools[${at}].type`,
      code: 'invalid_value',
    });
  }
  // lobehub 6735, litellm 5803.
  if (fields['stream_options'] === undefined || fields['stream'] === true) return null;
  return openAiError(400, {
    message: "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
    param: 'stream_options',
  });
}

/** outlines 844, vercel/ai 6484; developers.openai.com/api/docs/guides/structured-outputs. */
function refuseSchema(fields: Fields): WireError | null {
  const strict = strictSchemaIn(fieldsOf(fields['response_format']));
  const loose = strict && looseIn(strict.schema);
  if (!strict || loose === null) return null;
  return openAiError(400, {
    message: `Invalid schema for response_format '${strict.name}': ${loose}`,
    param: 'response_format',
  });
}

/** cline 5474 and RooCode 6856 (wording); aicommits 259 (param and code). The answer has space of its own. */
function refuseLength(fields: Fields, { context }: PersonaHost): WireError | null {
  const room = Math.floor(context * 0.68);
  const prompt = promptTokensIn(fields);
  if (prompt <= room) return null;
  return openAiError(400, {
    message: `Input tokens exceed the configured limit of ${room} tokens. Your messages resulted in ${prompt} tokens. Please reduce the length of the messages.`,
    param: 'messages',
    code: 'context_length_exceeded',
  });
}

function effortOf(fields: Fields, profile: GptProfile): string {
  return textIn(fields['reasoning_effort']) ?? MODELS[profile].efforts[0] ?? 'none';
}

/** Thinking is never shown, and counts against the cap: developers.openai.com/api/docs/guides/reasoning. */
export function gptVoice(body: unknown, profile: GptProfile, more: Partial<Voice> = {}): Voice {
  const fields = fieldsOf(body);
  // A stream only has usage if requested (openai/openai-openapi, ChatCompletionStreamOptions).
  const asksUsage = fields['stream'] !== true || fieldsOf(fields['stream_options'])['include_usage'] === true;
  return plainVoice({
    thinks: thinkingAt(effortOf(fields, profile)),
    cap: countOf(fields['max_completion_tokens']) ?? countOf(fields['max_tokens']),
    heedsSchema: formatIn(body) !== 'text',
    usage: (counts) => (asksUsage ? plainUsage(counts) : null),
    // Then all chunks but the last have a null usage (same place).
    top: { system_fingerprint: null, ...(asksUsage && { usage: null }) },
    ...more,
  });
}
