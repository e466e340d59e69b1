import type { WireError } from '../../wire-errors.ts';
import { modelList } from '../openai-wire.ts';
import type { Persona, PersonaHost, PersonaRequest } from '../persona.ts';
import { plainVoice } from '../plain-voice.ts';
import { profileOf } from '../profile-of.ts';
import {
  bearerOf,
  countOf,
  type Fields,
  fieldsOf,
  formatIn,
  modelIn,
  promptTokensIn,
  shown,
  textIn,
} from '../wire-body.ts';

/**
 * The fields that ai.google.dev/gemini-api/docs/openai names or uses. Any other one is rejected by name: SkyrimNet 77
 * (`frequency_penalty`, `reasoning`, `top_k`), ComfyUI-NewBie 3, free-claude-code 542 (`google`). Whether it accepts
 * `seed` and `user` is unknown; they are allowed here.
 */
const KNOWN = `model messages max_tokens max_completion_tokens temperature top_p n stop stream stream_options
  response_format tools tool_choice parallel_tool_calls reasoning_effort extra_body seed user`.split(/\s+/);

/**
 * Thinking tokens; the documented budgets (1,024, 8,192 and 24,576, by Portkey's docs-core PR 677) are maximums. By
 * default it decides itself, and thinks a lot.
 */
const THINKING: Readonly<Record<string, number>> = {
  none: 0,
  minimal: 200,
  low: 400,
  medium: 1_500,
  high: 4_000,
};

/**
 * generativelanguage.googleapis.com/v1beta/openai: a Flash, whose thinking can be disabled, and a Pro, whose can't.
 */
export const gemini: Persona = {
  name: 'gemini',
  base: '/v1beta/openai',
  context: 1_048_576,
  answer(request, host) {
    if (request.method !== 'GET' || request.path !== '/v1beta/openai/models') return null;
    const named = { ...host, models: host.models.map((id) => `models/${id}`) };
    return refuseKey(request, host) ?? modelList(named, 'google', (id) => ({ display_name: id }));
  },
  refuse(request, host) {
    return (
      refuseKey(request, host) ??
      refuseUnknown(request) ??
      refuseEffort(request, host) ??
      refuseLength(request, host)
    );
  },
  speak({ body }) {
    const fields = fieldsOf(body);
    return plainVoice({
      thinks: THINKING[textIn(fields['reasoning_effort']) ?? 'medium'] ?? 0,
      // Thinking counts against it, and may leave nothing for text: helm PR 3804.
      cap: countOf(fields['max_completion_tokens']) ?? countOf(fields['max_tokens']),
      heedsSchema: formatIn(body) !== 'text',
      // `thoughtsTokenCount` is only included in the total: CLIProxyAPI 5733, any-llm 1290.
      usage: ({ prompt, thinking, text }) => ({
        prompt_tokens: prompt,
        completion_tokens: text,
        total_tokens: prompt + thinking + text,
      }),
      usageIn: 'finish',
    });
  },
  plainModel,
  unknownModel: (model) =>
    googleError(
      404,
      'NOT_FOUND',
      `models/${model} is not found for API version v1main, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods.`,
    ),
};

/** Its list has `models/…`; requests may use either form. */
function plainModel(model: string): string {
  return model.replace(/^models\//, '');
}

/** Errors are wrapped in a list: SkyrimNet 77, ComfyUI-NewBie 3, gemini-cli 12098. */
function googleError(code: number, status: string, message: string, more: object = {}): WireError {
  return { status: code, body: [{ error: { code, message, status, ...more } }] };
}

/** 400, not 401: oh-my-pi 449, continue 10748 (its native calls; this endpoint wraps them in a list). */
function refuseKey({ headers }: PersonaRequest, { apiKey }: PersonaHost): WireError | null {
  if (bearerOf(headers) === apiKey) return null;
  const reason = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' };
  return googleError(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', {
    details: [reason],
  });
}

function refuseUnknown({ body }: PersonaRequest): WireError | null {
  const fields: Fields = fieldsOf(body);
  const unknown = Object.keys(fields).filter((name) => !KNOWN.includes(name));
  if (unknown.length === 0) return null;
  const said = unknown.map(
    (name) => `Invalid JSON payload received. Unknown name "${name}": Cannot find field.`,
  );
  const fieldViolations = said.map((description) => ({ description }));
  return googleError(400, 'INVALID_ARGUMENT', said.join('\n'), {
    details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations }],
  });
}

/**
 * ai.google.dev/gemini-api/docs/openai: none, minimal, low, medium and high; a Pro can't disable thinking
 * (docker-agent 2051, gemini-balance 206).
 */
function refuseEffort({ body }: PersonaRequest, host: PersonaHost): WireError | null {
  const { reasoning_effort: effort } = fieldsOf(body);
  if (effort === undefined) return null;
  if (!(shown(effort) in THINKING)) {
    return googleError(400, 'INVALID_ARGUMENT', `Invalid reasoning_effort: ${shown(effort)}`);
  }
  const isPro = profileOf(host, plainModel(modelIn(body)), ['flash', 'pro']) === 'pro';
  if (effort !== 'none' || !isPro) return null;
  return googleError(400, 'INVALID_ARGUMENT', 'Budget 0 is invalid. This model only works in thinking mode.');
}

/** gemini-cli 4692 and 12098. */
function refuseLength({ body }: PersonaRequest, { context }: PersonaHost): WireError | null {
  const prompt = promptTokensIn(body);
  if (prompt <= context) return null;
  return googleError(
    400,
    'INVALID_ARGUMENT',
    `The input token count (${prompt}) exceeds the maximum number of tokens allowed (${context}).`,
  );
}
