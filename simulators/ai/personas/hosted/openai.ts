import type { WireError } from '../../wire-errors.ts';
import { modelList, openAiError } from '../openai-wire.ts';
import type { Persona, PersonaHost, PersonaRequest } from '../persona.ts';
import { bearerOf } from '../wire-body.ts';
import { gptRefusal, gptVoice, profileIn } from './gpt-models.ts';

/** api.openai.com: the GPT-5 line, its predecessors and successors (`gpt-models.ts`). */
export const openai: Persona = {
  name: 'openai',
  base: '/v1',
  // 272,000 for the prompt: cline 5474, RooCode 6856; plus 128,000 for the answer.
  context: 400_000,
  answer(request, host) {
    if (request.method !== 'GET' || request.path !== '/v1/models') return null;
    return refuseKey(request, host) ?? modelList(host, 'openai');
  },
  refuse(request, host) {
    return refuseKey(request, host) ?? gptRefusal(request.body, profileIn(request.body, host), host);
  },
  speak: (request, host) => gptVoice(request.body, profileIn(request.body, host)),
  naming: { header: 'x-request-id', prefix: 'chatcmpl-' },
};

/** developers.openai.com/api/docs/guides/error-codes: 401 for a wrong or missing key; the wording is from reports. */
function refuseKey({ headers }: PersonaRequest, { apiKey }: PersonaHost): WireError | null {
  const key = bearerOf(headers);
  if (key === apiKey) return null;
  if (key === null) {
    return openAiError(401, {
      message:
        "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
    });
  }
  const shown = `${key.slice(0, 3)}${'*'.repeat(10)}${key.slice(-4)}`;
  return openAiError(401, { message: `Incorrect API key provided: ${shown}.`, code: 'invalid_api_key' });
}
