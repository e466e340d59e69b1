import { z } from 'zod';
import { chatRequestSchema } from '../../chat-request.ts';
import { type WireError, wireError } from '../../wire-errors.ts';
import type { Counts, Persona, PersonaHost, PersonaRequest, Voice } from '../persona.ts';
import { plainUsage, plainVoice, sayText, thinkingAt } from '../plain-voice.ts';
import {
  bearerOf,
  countOf,
  type Fields,
  fieldsOf,
  formatIn,
  listOf,
  modelIn,
  promptTokensIn,
  textIn,
} from '../wire-body.ts';
import { routedModel } from './openrouter-models.ts';

/** USD per token, as elsewhere in the simulator. */
const PRICE = 0.000_001;

/**
 * openrouter.ai/api/v1. Fields that a model's host doesn't support are silently dropped, unless
 * `provider.require_parameters` is set (openrouter.ai/docs, provider routing).
 */
export const openrouter: Persona = {
  name: 'openrouter',
  base: '/api/v1',
  context: 1_048_576,
  answer(request, host) {
    // Its list is public: a key check against it accepts any key (openhuman 2372, crush 997, nango 7532).
    if (isGet(request, '/models')) return listModels(host);
    if (isGet(request, '/key')) return refuseKey(request, host) ?? KEY;
    return null;
  },
  refuse(request, host) {
    return (
      refuseKey(request, host) ??
      refuseOwnFields(request) ??
      refuseParameters(request, host) ??
      refuseNoCap(request) ??
      refuseLength(request, host)
    );
  },
  speak: ({ body }, host) => speak(fieldsOf(body), host),
  unknownModel: (model) => wireError('invalid_request', `${model} is not a valid model ID`),
  naming: { header: 'x-generation-id', prefix: 'gen-' },
};

const isGet = ({ method, path }: PersonaRequest, call: string): boolean =>
  method === 'GET' && path === `${openrouter.base}${call}`;

/** openhuman 2372: `GET /key` answers 401, while the list answers 200. */
function refuseKey({ headers }: PersonaRequest, { apiKey }: PersonaHost): WireError | null {
  return bearerOf(headers) === apiKey ? null : wireError('authentication');
}

/** Its own fields are validated by its OpenAPI file; functions are tools as well. */
const { provider, plugins, reasoning, session_id, stop_server_tools_when, tools } = chatRequestSchema.shape;
const ownFields = z.object({ provider, plugins, reasoning, session_id, stop_server_tools_when, tools });

function refuseOwnFields({ body }: PersonaRequest): WireError | null {
  const fields = fieldsOf(body);
  const isFunction = (tool: unknown): boolean => fieldsOf(tool)['type'] === 'function';
  const served = fields['tools'] === undefined ? undefined : listOf(fields['tools']);
  const own = { ...fields, tools: served?.filter((tool) => !isFunction(tool)) };
  const issue = ownFields.safeParse(own).error?.issues[0];
  return issue ? wireError('invalid_request', `${issue.path.join('.')}: ${issue.message}`) : null;
}

/** Fields for the router or the call itself rather than for a model. */
const ROUTED = new Set(
  `model models messages stream stream_options provider plugins user session_id metadata usage route transforms
  max_tool_calls stop_server_tools_when response_format`.split(/\s+/),
);

/** Every field must be advertised: buzz 3018, xagent 1575; wording from Aventuras 48. */
function refuseParameters({ body }: PersonaRequest, host: PersonaHost): WireError | null {
  const fields = fieldsOf(body);
  if (fieldsOf(fields['provider'])['require_parameters'] !== true) return null;
  const { parameters } = routedModel(host, modelIn(body));
  const format = { text: [], json_object: ['response_format'] }[formatIn(body)];
  const asked = [
    ...Object.keys(fields).filter((name) => !ROUTED.has(name)),
    ...(format ?? ['response_format', 'structured_outputs']),
  ].map((name) => (name === 'reasoning_effort' ? 'reasoning' : name));
  if (asked.every((name) => parameters.includes(name))) return null;
  const message =
    'No endpoints found that can handle the requested parameters. To learn more about provider routing, visit: https://openrouter.ai/docs/guides/routing/provider-selection';
  return { status: 404, body: { error: { message, code: 404 } } };
}

/** Without a cap it checks the account's balance, which is low here, against the model's maximum. */
function refuseNoCap({ body }: PersonaRequest): WireError | null {
  return capIn(fieldsOf(body)) === null ? wireError('payment_required') : null;
}

function refuseLength({ body }: PersonaRequest, { context }: PersonaHost): WireError | null {
  const asked = promptTokensIn(body) + (capIn(fieldsOf(body)) ?? 0);
  if (asked <= context) return null;
  const message = `This endpoint's maximum context length is ${context} tokens. However, you requested about ${asked} tokens.`;
  return wireError('context_length_exceeded', message);
}

const capIn = (fields: Fields): number | null =>
  countOf(fields['max_tokens']) ?? countOf(fields['max_completion_tokens']);

/** `reasoning` (openrouter.ai/docs, reasoning tokens): an effort or a number of tokens, and whether it is shown. */
function speak(fields: Fields, host: PersonaHost): Voice {
  const model = routedModel(host, modelIn(fields));
  const { effort, max_tokens: budget, exclude } = fieldsOf(fields['reasoning']);
  const named = textIn(effort) ?? textIn(fields['reasoning_effort']);
  const asked = countOf(budget) ?? (named === null ? null : thinkingAt(named));
  const doesThink = model.parameters.includes('reasoning');
  return plainVoice({
    thinks: doesThink ? (asked ?? model.thinks) : 0,
    cap: capIn(fields),
    heedsSchema: formatIn(fields) !== 'text' && model.parameters.includes('structured_outputs'),
    comment: 'OPENROUTER PROCESSING',
    top: { provider: 'Simulated' },
    thought: (text) => (exclude === true || !model.isOpen ? null : thought(text)),
    text: (piece) => ({ ...sayText(piece), native_finish_reason: null }),
    finish: (reason) => ({ delta: { content: '' }, finish_reason: reason, native_finish_reason: reason }),
    // Documented without choices, but recorded streams have an empty one; sent without being requested.
    usageIn: 'empty-choice',
    usage: costed,
  });
}

/** The same text twice: as text, and as a part that can be sent back. */
function thought(text: string): object {
  const part = { type: 'reasoning.text', text, format: 'unknown', index: 0 };
  return { delta: { content: '', reasoning: text, reasoning_details: [part] }, finish_reason: null };
}

function costed(counts: Counts): object {
  const cost = Number(((counts.prompt + counts.thinking + counts.text) * PRICE).toFixed(9));
  return { ...plainUsage(counts), cost, is_byok: false, cost_details: { upstream_inference_cost: null } };
}

const KEY: WireError = {
  status: 200,
  body: {
    data: { label: 'sk-or-v1-sim', limit: null, limit_remaining: null, usage: 0, is_free_tier: false },
  },
};

/** openrouter.ai/docs, `GET /models`: prices as decimal text, input types, and supported parameters. */
function listModels(host: PersonaHost): WireError {
  const data = host.models.map((id) => {
    const { inputs, parameters } = routedModel(host, id);
    return {
      id,
      canonical_slug: id,
      name: id,
      created: 1_790_000_000,
      context_length: host.context,
      architecture: { input_modalities: inputs, output_modalities: ['text'], tokenizer: 'Other' },
      pricing: { prompt: PRICE.toFixed(6), completion: PRICE.toFixed(6) },
      top_provider: { context_length: host.context, max_completion_tokens: 65_536, is_moderated: false },
      supported_parameters: parameters,
    };
  });
  return { status: 200, body: { data } };
}
