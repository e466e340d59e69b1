import type { WireError } from '../../wire-errors.ts';
import { modelList, openAiError } from '../openai-wire.ts';
import type { Counts, Persona, PersonaHost, Voice } from '../persona.ts';
import { plainVoice } from '../plain-voice.ts';
import {
  countOf,
  type Fields,
  fieldsOf,
  formatIn,
  listOf,
  modelIn,
  promptTokensIn,
  textIn,
} from '../wire-body.ts';
import { bareUsage, type LocalModel, localModel, silence, thinksAtAll, thoughtOf } from './local-models.ts';
import { ollamaCall } from './ollama-calls.ts';

/** As in ollama/ollama openai/openai.go (FromChatRequest); older versions don't know `max`. */
const EFFORTS = ['high', 'medium', 'low', 'max', 'none'];

/**
 * Ollama's `/v1`. It ignores the key (docs/api/openai-compatibility.mdx, "required but ignored") and every field that
 * its structs don't have, as Go's encoding/json does: including `max_completion_tokens`, `think` and
 * `chat_template_kwargs` (openai/openai.go ChatCompletionRequest; trudi PR 18, hermes-agent 6152).
 */
export const ollama: Persona = {
  name: 'ollama',
  base: '/v1',
  // 4,096 below 24 GiB of video memory, 32,768 below 48: open-webui/docs PR 1393, for Ollama 0.15.5.
  context: 4_096,
  answer(request, host) {
    // owned_by is the namespace of the model's name (openai/openai.go ToListCompletion), `library` for Ollama's own.
    if (request.method === 'GET' && request.path === '/v1/models') return modelList(host, 'library');
    return ollamaCall(request, host);
  },
  refuse: ({ body }, host) => refuseShape(fieldsOf(body)) ?? refuseThinking(fieldsOf(body), host),
  speak: ({ body }, host) => speak(body, host),
  // server/routes.go ChatHandler; the type follows from the status, openai/openai.go NewError.
  unknownModel: (model) =>
    openAiError(404, { message: `model '${model}' not found`, type: 'not_found_error' }),
};

/** middleware/openai.go ChatMiddleware and openai/openai.go FromChatRequest, with their wording. */
function refuseShape(fields: Fields): WireError | null {
  const { max_tokens: cap } = fields;
  if (cap !== undefined && cap !== null && !Number.isInteger(cap)) {
    const given = typeof cap === 'number' ? `number ${cap}` : typeof cap;
    return openAiError(400, {
      message: `json: cannot unmarshal ${given} into Go struct field ChatCompletionRequest.max_tokens of type int`,
    });
  }
  const messages = listOf(fields['messages']);
  if (messages.length === 0) return openAiError(400, { message: "[] is too short - 'messages'" });
  const wrong = messages
    .flatMap((message) => listOf(fieldsOf(message)['content']))
    .map((part) => wrongIn(fieldsOf(part)))
    .find((message) => message !== null);
  return wrong ? openAiError(400, { message: wrong }) : null;
}

/** Only text and inlined images, the latter also as a plain URL string. */
function wrongIn({ type, text, image_url: image }: Fields): string | null {
  if (type === 'text') return textIn(text) === null ? 'invalid message format' : null;
  if (type !== 'image_url') return 'invalid message format';
  const url = textIn(image) ?? textIn(fieldsOf(image)['url']);
  if (url === null) return 'invalid message format';
  return /^data:(image\/(jpeg|jpg|png|webp))?;base64,/.test(url) ? null : 'invalid image input';
}

function refuseThinking(fields: Fields, host: PersonaHost): WireError | null {
  const effort = effortIn(fields);
  if (effort === null) return null;
  if (!EFFORTS.includes(effort)) {
    const message = `invalid reasoning value: '${effort}' (must be "high", "medium", "low", "max", or "none")`;
    return openAiError(400, { message });
  }
  // server/routes.go ChatHandler: only if thinking is requested. In a client's log: openclaude 1371.
  const model = modelIn(fields);
  if (effort === 'none' || thinksAtAll(profileIn(fields, host))) return null;
  return openAiError(400, { message: `"${model}" does not support thinking` });
}

/**
 * `reasoning.effort` takes precedence over `reasoning_effort`, and an empty one counts as unset (openai/openai.go
 * FromChatRequest).
 */
function effortIn(fields: Fields): string | null {
  const { reasoning, reasoning_effort: effort } = fields;
  const named = reasoning === undefined || reasoning === null ? effort : fieldsOf(reasoning)['effort'];
  return textIn(named) || null;
}

/** `cached`: only reports tokens that weren't cached (PR 16428). `generic`: parsed by its template's tags. */
const profileIn = (body: unknown, host: PersonaHost): LocalModel | 'cached' | 'generic' =>
  localModel(body, host, ['cached', 'generic']);

function speak(body: unknown, host: PersonaHost): Voice {
  const fields = fieldsOf(body);
  const model = profileIn(body, host);
  const effort = effortIn(fields);
  // Enabled by default if the model supports it (server/routes.go ChatHandler; issue 14820).
  const thinks = thoughtOf(model, { isOff: effort === 'none', level: effort });
  const reads = readsOf(promptTokensIn(body), host.context);
  const asksUsage = fields['stream'] !== true || fieldsOf(fields['stream_options'])['include_usage'] === true;
  return plainVoice({
    thinks,
    // num_predict counts thinking and text. A full context ends it with `length`: issue 3839.
    cap: Math.min(
      countOf(fields['max_tokens']) ?? Number.MAX_SAFE_INTEGER,
      Math.max(0, host.context - reads),
    ),
    heedsSchema: heedsSchema(body, { model, thinks }),
    reads,
    // openai/openai.go ToChunk: thinking next to a `content` that is always present.
    thought: (reasoning) => ({ delta: { content: '', reasoning }, finish_reason: null }),
    ...silence(model),
    finish: (reason) => ({ delta: { content: '' }, finish_reason: reason }),
    usage: (counts) => (asksUsage ? usageOf(counts, { model, body }) : null),
    top: { system_fingerprint: 'fp_ollama' },
  });
}

/**
 * server/prompt.go drops whole messages from the front, llm/llama_server.go tokens of the rest; for such a prompt
 * issue 3839 shows 2,050 tokens read with a context of 4,096.
 */
function readsOf(prompt: number, context: number): number {
  return prompt < context ? prompt : Math.floor(context / 2) + 2;
}

/**
 * server/routes.go ChatHandler doesn't apply the schema until it has seen thinking, if the model has a built-in
 * parser: with thinking disabled it is then never applied (issue 14645). For models parsed by their template's tags
 * it is.
 */
function heedsSchema(body: unknown, { model, thinks }: { model: string; thinks: number }): boolean {
  if (formatIn(body) === 'text') return false;
  return thinks > 0 || !thinksAtAll(model) || model === 'generic';
}

function usageOf(counts: Counts, { model, body }: { model: string; body: unknown }): object {
  if (model !== 'cached') return bareUsage(counts);
  const messages = listOf(fieldsOf(body)['messages']).slice(-1);
  return bareUsage({ ...counts, prompt: Math.min(counts.prompt, promptTokensIn({ messages })) });
}
