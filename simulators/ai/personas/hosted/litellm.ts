import { createHash } from 'node:crypto';
import type { WireError } from '../../wire-errors.ts';
import { modelList } from '../openai-wire.ts';
import type { Persona, PersonaHost, PersonaRequest } from '../persona.ts';
import { bearerOf, type Fields, fieldsOf, modelIn, shown, textIn } from '../wire-body.ts';
import { gptRefusal, gptVoice, profileIn } from './gpt-models.ts';

/**
 * LiteLLM's proxy in front of OpenAI's models with its default set-up: `drop_params` is off. Its own rules are those
 * of litellm/llms/openai/chat/gpt_5_transformation.py; what passes them is validated by OpenAI.
 */
export const litellm: Persona = {
  name: 'litellm',
  base: '/v1',
  context: 400_000,
  answer(request, host) {
    if (request.method !== 'GET' || request.path !== '/v1/models') return null;
    return refuseKey(request, host) ?? modelList(host, 'openai');
  },
  refuse(request, host) {
    return refuseKey(request, host) ?? refuseTemperature(request, host) ?? refuseUpstream(request, host);
  },
  speak: (request, host) => gptVoice(passedOn(request, host), profileIn(request.body, host)),
  unknownModel(model) {
    // Its router only knows the names in its own list; the wording is from reports.
    const message = `/chat/completions: Invalid model name passed in model=${model}. Call \`/v1/models\` to view available models for your key.`;
    return error(400, { message, type: 'invalid_request_error', param: 'model' });
  },
  naming: { header: 'x-litellm-call-id', prefix: 'chatcmpl-' },
};

/**
 * litellm-vscode-chat 18, litellm-connector-copilot 39: no `param`, the name only in the message, the code as text.
 */
function refuseTemperature({ body }: PersonaRequest, host: PersonaHost): WireError | null {
  const { temperature, reasoning_effort: effort } = fieldsOf(body);
  const profile = profileIn(body, host);
  const mayBeOff = profile !== 'gpt-5' && (effort === undefined || effort === 'none');
  if (temperature === undefined || temperature === 1 || profile === 'gpt-4.1' || mayBeOff) return null;
  const message = `litellm.UnsupportedParamsError: gpt-5 models (including gpt-5-codex) don't support temperature=${shown(temperature)}. Only temperature=1 is supported. For gpt-5.1, temperature is supported when reasoning_effort='none' (or not specified, as it defaults to 'none'). To drop unsupported params set \`litellm.drop_params = True\`. ${groupOf(body)}`;
  return error(400, { message, type: 'None', param: null });
}

/** OpenAI's rejections, wrapped by LiteLLM: litellm 5803. */
function refuseUpstream(request: PersonaRequest, host: PersonaHost): WireError | null {
  const refusal = gptRefusal(passedOn(request, host), profileIn(request.body, host), host);
  if (!refusal) return null;
  const said = textIn(fieldsOf(fieldsOf(refusal.body)['error'])['message']) ?? '';
  const message = `litellm.BadRequestError: OpenAIException - ${said}. ${groupOf(request.body)}`;
  return error(400, { message, type: null, param: null });
}

/** `max_tokens` is forwarded by its new name, and an accepted temperature unchanged (same file). */
function passedOn({ body }: PersonaRequest, host: PersonaHost): Fields {
  const fields = fieldsOf(body);
  if (profileIn(body, host) === 'gpt-4.1' || !('max_tokens' in fields)) return fields;
  const { max_tokens: cap, ...others } = fields;
  return { ...others, max_completion_tokens: cap };
}

const groupOf = (body: unknown): string =>
  `Received Model Group=${modelIn(body)}\nAvailable Model Group Fallbacks=None`;

/** litellm 20673, OpenHands 17390: a wrong key; without one "No api key passed in.", by its user_api_key_auth.py. */
function refuseKey({ headers }: PersonaRequest, { apiKey }: PersonaHost): WireError | null {
  const key = bearerOf(headers);
  if (key === apiKey) return null;
  if (key === null) {
    return error(401, {
      message: 'Authentication Error, No api key passed in.',
      type: 'auth_error',
      param: 'None',
    });
  }
  const hash = createHash('sha256').update(key).digest('hex');
  return error(401, {
    message: `Authentication Error, Invalid proxy server token passed. Received API Key = sk-...${key.slice(-4)}, Key Hash (Token) =${hash}. Unable to find token in cache or \`LiteLLM_VerificationTokenTable\``,
    type: 'token_not_found_in_db',
    param: 'key',
  });
}

function error(
  status: number,
  said: Readonly<Record<'message' | 'type' | 'param', string | null>>,
): WireError {
  return { status, body: { error: { ...said, code: String(status) } } };
}
