import type { WireError } from '../../wire-errors.ts';
import { modelList } from '../openai-wire.ts';
import type { Persona, PersonaHost, PersonaRequest } from '../persona.ts';
import { plainUsage, plainVoice, thinkingAt } from '../plain-voice.ts';
import { profileOf } from '../profile-of.ts';
import { bearerOf, countOf, fieldsOf, formatIn, modelIn, promptTokensIn } from '../wire-body.ts';

/**
 * The fields of ChatCompletionStreamRequest in mistralai/client-ts, with `reasoning_effort` of
 * docs.mistral.ai/capabilities/reasoning, `safe_prompt` of client-python, and `stream_options`, of which only the
 * content is rejected.
 */
const KNOWN =
  `model temperature top_p max_tokens stream stop random_seed metadata messages response_format tools
  tool_choice presence_penalty frequency_penalty n prediction parallel_tool_calls prompt_mode reasoning_effort
  safe_prompt stream_options`.split(/\s+/);

/** api.mistral.ai: Small 4 (thinks on request), Magistral (always thinks), and Large, which doesn't think. */
export const mistral: Persona = {
  name: 'mistral',
  base: '/v1',
  context: 128_000,
  answer(request, host) {
    if (request.method !== 'GET' || request.path !== '/v1/models') return null;
    // BaseModelCard of mistralai/client-ts: the context is `max_context_length`.
    const card = { type: 'base', max_context_length: host.context, capabilities: { completion_chat: true } };
    return refuseKey(request, host) ?? modelList(host, 'mistralai', () => card);
  },
  refuse(request, host) {
    return refuseKey(request, host) ?? refuseFields(request) ?? refuseLength(request, host);
  },
  speak(request, host) {
    const { max_tokens: sent } = fieldsOf(request.body);
    const room = Math.max(1, host.context - promptTokensIn(request.body));
    const asked = countOf(sent);
    const isContext = asked === null || asked > room;
    const cap = isContext ? room : asked;
    return plainVoice({
      thinks: thinkingIn(request, host),
      cap,
      heedsSchema: formatIn(request.body) !== 'text',
      // Thinking is sent as lists of parts, and the text after it as plain strings: client-python PR 511, symfony/ai
      // 2422,
      // ruby_llm 420. Unstreamed, both are parts: spring-ai 5020, braintrust 1857.
      thought: (text) => ({
        delta: { content: [{ type: 'thinking', thinking: [{ type: 'text', text }] }] },
        finish_reason: null,
      }),
      // `model_length` if the context, rather than the cap, ends it (mistralai/client-ts,
      // ChatCompletionChoiceFinishReason).
      finish(reason) {
        const length = isContext ? 'model_length' : 'length';
        return { delta: { content: '' }, finish_reason: reason === 'length' ? length : reason };
      },
      // With the finish reason, without being requested: tabby PR 4082.
      usageIn: 'finish',
      usage: (counts) => ({ ...plainUsage(counts), completion_tokens_details: undefined }),
      // Padding in each chunk: ruby_llm 420.
      top: { p: 'abcdefghijklmnop' },
    });
  },
  // From reports.
  unknownModel: (model) => ({
    status: 400,
    body: {
      object: 'error',
      message: `Invalid model: ${model}`,
      type: 'invalid_model',
      param: null,
      code: '1500',
    },
  }),
};

/** docs.mistral.ai: Small 4 thinks with effort `high`, hardly with `none`, its default; Magistral always does. */
function thinkingIn({ body }: PersonaRequest, host: PersonaHost): number {
  const profile = profileOf(host, modelIn(body), ['small', 'magistral', 'large']);
  const { reasoning_effort: effort } = fieldsOf(body);
  if (profile === 'magistral') return thinkingAt('high');
  return profile === 'small' && effort === 'high' ? thinkingAt('high') : 0;
}

/** nextcloud 332, agent-zero 539. */
function refuseKey({ headers }: PersonaRequest, { apiKey }: PersonaHost): WireError | null {
  return bearerOf(headers) === apiKey ? null : { status: 401, body: { detail: 'Unauthorized' } };
}

/** All at once, each with its path and value: openclaude 739, php-mistral 76; `stream_options`: avante.nvim 2347. */
function refuseFields({ body }: PersonaRequest): WireError | null {
  const fields = fieldsOf(body);
  const unknown = [
    ...Object.entries(fields)
      .filter(([name]) => !KNOWN.includes(name))
      .map(([name, input]) => ({ loc: ['body', name], input })),
    ...Object.entries(fieldsOf(fields['stream_options'])).map(([name, input]) => ({
      loc: ['body', 'stream_options', name],
      input,
    })),
  ];
  if (unknown.length === 0) return null;
  const said = { type: 'extra_forbidden', msg: 'Extra inputs are not permitted' };
  return { status: 422, body: { detail: unknown.map((each) => ({ ...said, ...each })) } };
}

/**
 * "The token count of your prompt plus `max_tokens` cannot exceed the model's context length" (client-ts); wording:
 * docs.mistral.ai/resources/known-limitations and reports.
 */
function refuseLength({ body }: PersonaRequest, { context }: PersonaHost): WireError | null {
  const prompt = promptTokensIn(body);
  if (prompt <= context) return null;
  const message = `Prompt contains ${prompt} tokens and 0 draft tokens, too large for model with ${context} maximum context length`;
  return {
    status: 400,
    body: { object: 'error', message, type: 'invalid_request_prompt', param: null, code: '3051' },
  };
}
