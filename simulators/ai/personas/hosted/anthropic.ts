import type { WireError } from '../../wire-errors.ts';
import { openAiError } from '../openai-wire.ts';
import type { Persona, PersonaHost, PersonaRequest } from '../persona.ts';
import { plainVoice } from '../plain-voice.ts';
import { profileOf } from '../profile-of.ts';
import {
  bearerOf,
  countOf,
  type Fields,
  fieldsOf,
  isFields,
  listOf,
  modelIn,
  promptTokensIn,
  shown,
} from '../wire-body.ts';

/**
 * api.anthropic.com/v1/chat/completions (platform.claude.com/docs/en/api/openai-sdk): most unknown fields are
 * ignored, thinking is never shown, and usage has no details. Claude 5 by default, or 4.5, which accepts a
 * temperature.
 */
export const anthropic: Persona = {
  name: 'anthropic',
  base: '/v1',
  context: 200_000,
  answer(request, host) {
    if (request.method !== 'GET' || request.path !== '/v1/models') return null;
    return refuseKey(request, host) ?? listModels(host);
  },
  refuse(request, host) {
    const fields = fieldsOf(request.body);
    return (
      refuseKey(request, host) ??
      refuseTemperature(fields, host) ??
      refuseFormat(fieldsOf(fields['response_format'])) ??
      refuseLength(fields, host)
    );
  },
  speak({ body }) {
    const fields = fieldsOf(body);
    const asksUsage =
      fields['stream'] !== true || fieldsOf(fields['stream_options'])['include_usage'] === true;
    return plainVoice({
      // `reasoning_effort` is ignored; only `thinking` enables it (same page).
      thinks: countOf(fieldsOf(fields['thinking'])['budget_tokens']) ?? 0,
      cap: countOf(fields['max_completion_tokens']) ?? countOf(fields['max_tokens']),
      heedsSchema: fields['response_format'] !== undefined,
      usage({ prompt, thinking, text }) {
        const completion = thinking + text;
        if (!asksUsage) return null;
        return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
      },
    });
  },
  unknownModel: (model) => error(404, 'not_found_error', `model: ${model}`),
  naming: { header: 'request-id', prefix: 'msg_' },
};

/** On this endpoint the kind is both `type` and `code`, and `param` is null: ha-config-ai-agent 5. */
const error = (status: number, type: string, message: string): WireError =>
  openAiError(status, { message, type, code: type });

/** free-claude-api 14, ai_automation_suggester 153 (its own calls). */
function refuseKey({ headers, path }: PersonaRequest, { apiKey }: PersonaHost): WireError | null {
  if (bearerOf(headers) === apiKey || headers['x-api-key'] === apiKey) return null;
  if (path.endsWith('/chat/completions')) return error(401, 'authentication_error', 'invalid x-api-key');
  const said = { type: 'authentication_error', message: 'invalid x-api-key' };
  return { status: 401, body: { type: 'error', error: said, request_id: 'req_simulated' } };
}

/** In its own format: platform.claude.com/docs/en/api/models-list. */
function listModels({ models }: PersonaHost): WireError {
  const data = models.map((id) => ({
    type: 'model',
    id,
    display_name: id,
    created_at: '2026-06-01T00:00:00Z',
  }));
  return {
    status: 200,
    body: { data, has_more: false, first_id: models[0] ?? null, last_id: models.at(-1) ?? null },
  };
}

/**
 * Measured on 8 August 2026 in hiring-agent PR 377 and reported in cqlai 194 and Fabric 2109; 1 is still accepted
 * (edsl 2458).
 */
function refuseTemperature(fields: Fields, host: PersonaHost): WireError | null {
  const { temperature } = fields;
  const profile = profileOf(host, modelIn(fields), ['claude-5', 'claude-4.5']);
  if (profile !== 'claude-5' || temperature === undefined || temperature === 1) return null;
  return error(400, 'invalid_request_error', '`temperature` is deprecated for this model.');
}

/** Documented as ignored; according to measurements in hiring-agent PR 377 it isn't. */
function refuseFormat(format: Fields): WireError | null {
  const { type, json_schema: asked } = format;
  if (type === undefined || type === 'text') return null;
  const invalid = (message: string): WireError => error(400, 'invalid_request_error', message);
  if (type !== 'json_schema') return invalid("response_format.type: Input should be 'json_schema'");
  const { strict, schema } = fieldsOf(asked);
  if (strict === undefined) return invalid('response_format.json_schema.strict: Field required');
  const unfit = unfitIn(schema);
  return unfit === null ? null : invalid(unfit);
}

/**
 * Requires `additionalProperties: false` in every object, and no bounds on numbers and lists (same report, and
 * platform.claude.com/docs/en/build-with-claude/structured-outputs, "JSON Schema limitations", which allows a
 * `minItems` of 0 or 1). The wording of the error for bounds is unknown.
 */
function unfitIn(schema: unknown): string | null {
  if (!isFields(schema)) return null;
  const { type, properties, items } = schema;
  if (type === 'object' && schema['additionalProperties'] !== false) {
    return "For 'object' type, 'additionalProperties' must be explicitly set to false";
  }
  const bounds = BOUNDS.filter(
    (name) => name in schema && !(name === 'minItems' && Number(schema[name]) <= 1),
  );
  if (bounds.length > 0)
    return `For '${shown(type)}' type, properties ${bounds.join(', ')} are not supported`;
  const parts = [...Object.values(fieldsOf(properties)), items, ...listOf(schema['anyOf'])];
  return parts.map(unfitIn).find((unfit) => unfit !== null) ?? null;
}

const BOUNDS = `minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems minLength
  maxLength`.split(/\s+/);

/** claude-code 12186 (its own call). */
function refuseLength(fields: Fields, { context }: PersonaHost): WireError | null {
  const prompt = promptTokensIn(fields);
  if (prompt <= context) return null;
  return error(400, 'invalid_request_error', `prompt is too long: ${prompt} tokens > ${context} maximum`);
}
