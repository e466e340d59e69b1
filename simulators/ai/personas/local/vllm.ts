import type { Persona, PersonaHost, PersonaRequest, Voice } from '../persona.ts';
import { plainVoice } from '../plain-voice.ts';
import { countOf, type Fields, fieldsOf, formatIn, promptTokensIn, textIn } from '../wire-body.ts';
import { localModel, silence, thoughtOf } from './local-models.ts';
import { thinkInText } from './think-marks.ts';
import { refuseKey, refuseRequest, vllmCall, vllmError } from './vllm-refusals.ts';

/** vLLM's server, started with a key and `--reasoning-parser`. */
export const vllm: Persona = vllmServer('vllm', speakParsed);

/** The same without `--reasoning-parser`. */
export const vllmRaw: Persona = vllmServer('vllm-raw', speakRaw);

function vllmServer(name: 'vllm' | 'vllm-raw', speak: (fields: Fields, host: PersonaHost) => Voice): Persona {
  return {
    name,
    base: '/v1',
    // Set at start (`--max-model-len`).
    context: 32_768,
    answer: (request, host) => refuseKey(request, host) ?? vllmCall(request, host),
    refuse: (request: PersonaRequest, host) => refuseKey(request, host) ?? refuseRequest(request.body, host),
    speak: ({ body }, host) => speak(fieldsOf(body), host),
    unknownModel: (model) =>
      vllmError(404, 'NotFoundError', { message: `The model \`${model}\` does not exist.`, param: 'model' }),
  };
}

/**
 * `reasoning`, formerly `reasoning_content` (docs.vllm.ai/en/v0.26.0/features/reasoning_outputs). The schema applies
 * to what follows the thinking (same place, "Structured output"; PR 16577).
 */
function speakParsed(fields: Fields, host: PersonaHost): Voice {
  const isHidden = fields['include_reasoning'] === false;
  // chat_completion/protocol.py resolve_reasoning_ended: with hidden thinking, the schema applies from the first
  // token.
  const thinks = isHidden && hasForm(fields) ? 0 : thinksOf(fields, host);
  const model = localModel(fields, host, ['old-name']);
  const name = model === 'old-name' ? 'reasoning_content' : 'reasoning';
  return {
    ...common(fields, host),
    thinks,
    thought: (piece) => (isHidden ? null : { delta: { [name]: piece }, finish_reason: null }),
    ...silence(model),
  };
}

/** Issues 47027 and 18255: without a parser the schema applies from the first token, and the model can't think. */
function speakRaw(fields: Fields, host: PersonaHost): Voice {
  const model = localModel(fields, host, ['closing-only']);
  return {
    ...common(fields, host),
    thinks: hasForm(fields) ? 0 : thinksOf(fields, host),
    ...thinkInText(model === 'closing-only' ? 'closing-only' : 'both'),
    ...silence(model),
  };
}

function common(fields: Fields, host: PersonaHost): Voice {
  const asksUsage = fields['stream'] !== true || fieldsOf(fields['stream_options'])['include_usage'] === true;
  return plainVoice({
    thinks: 0,
    // Thinking and text together; without a cap, the rest of the context (chat_completion/protocol.py
    // build_tok_params).
    cap: capIn(fields) ?? host.context - promptTokensIn(fields),
    heedsSchema: hasForm(fields),
    finish: (reason) => ({ delta: { content: '' }, finish_reason: reason, stop_reason: null }),
    usage: ({ prompt, thinking, text }) =>
      asksUsage
        ? {
            prompt_tokens: prompt,
            total_tokens: prompt + thinking + text,
            completion_tokens: thinking + text,
            prompt_tokens_details: null,
          }
        : null,
  });
}

/**
 * `max_completion_tokens` takes precedence; `max_tokens` is deprecated but accepted (chat_completion/protocol.py).
 */
export function capIn(fields: Fields): number | null {
  return countOf(fields['max_completion_tokens']) ?? countOf(fields['max_tokens']);
}

/** `guided_json` and similar fields are ignored since 0.12. */
const hasForm = (fields: Fields): boolean =>
  formatIn(fields) !== 'text' || Object.keys(fieldsOf(fields['structured_outputs'])).length > 0;

function thinksOf(fields: Fields, host: PersonaHost): number {
  const kwargs = fieldsOf(fields['chat_template_kwargs']);
  const effort = textIn(fields['reasoning_effort']);
  const { enable_thinking: wanted } = kwargs;
  // chat_completion/protocol.py build_chat_params; Qwen 3 thinks unless disabled (features/reasoning_outputs).
  const isOff = wanted === undefined ? effort === 'none' : wanted === false;
  const model = localModel(fields, host, ['closing-only', 'old-name']);
  const thinks = thoughtOf(model, { isOff, level: textIn(kwargs['reasoning_effort']) ?? effort });
  return Math.min(thinks, countOf(fields['thinking_token_budget']) ?? thinks);
}
