import type { WireError } from '../../wire-errors.ts';
import { modelList } from '../openai-wire.ts';
import type { Persona, PersonaHost, PersonaRequest } from '../persona.ts';
import { plainVoice, thinkingAt } from '../plain-voice.ts';
import { profileOf } from '../profile-of.ts';
import { bearerOf, countOf, fieldsOf, modelIn, shown, textIn } from '../wire-body.ts';

/** Finish reasons of the vendors behind a gateway, for a normal end and a reached cap. Null: none is sent. */
const REASONS = {
  // bedrock-access-gateway 11; opencode 43379.
  end_turn: ['end_turn', 'max_tokens'],
  // openai-dotnet PR 267 (Together).
  eos: ['eos', 'length'],
  // text-generation-inference PR 2344; spring-ai PR 4900.
  eos_token: ['eos_token', 'length'],
  // Gemini's own names, by opencode 43882.
  STOP: ['STOP', 'MAX_TOKENS'],
  // pi 2107.
  end: ['end', 'length'],
  // pi 5793: `[DONE]` without a finish reason.
  none: [null, null],
} as const;

/**
 * A gateway to Bedrock and others that forwards the vendors' responses. Its validation is that of
 * aws-samples/bedrock-access-gateway (src/api/schema.py and auth.py).
 */
export const gateway: Persona = {
  name: 'gateway',
  base: '/v1',
  context: 200_000,
  answer(request, host) {
    if (request.method !== 'GET' || request.path !== '/v1/models') return null;
    return refuseKey(request, host) ?? modelList(host, 'bedrock');
  },
  refuse: (request, host) => refuseKey(request, host) ?? refuseEffort(request),
  speak(request, host) {
    const { stream, stream_options: options, reasoning_effort: effort, ...fields } = fieldsOf(request.body);
    const [stop, length] = REASONS[reasonsOf(request, host)];
    const asksUsage = stream !== true || fieldsOf(options)['include_usage'] === true;
    return plainVoice({
      thinks: thinkingAt(textIn(effort) ?? 'none'),
      // 2,048 by default (schema.py).
      cap: countOf(fields['max_completion_tokens']) ?? countOf(fields['max_tokens']) ?? 2_048,
      // It doesn't know `response_format`, and ignores unknown fields.
      heedsSchema: false,
      thought: (piece) => ({ delta: { reasoning_content: piece }, finish_reason: null }),
      finish(reason) {
        const said = reason === 'stop' ? stop : length;
        return said === null ? null : { delta: {}, finish_reason: said };
      },
      usage({ prompt, thinking, text }) {
        const completion = thinking + text;
        if (!asksUsage) return null;
        return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
      },
    });
  },
  // bedrock.py, validate: a FastAPI HTTPException.
  unknownModel: (model) => ({
    status: 400,
    body: {
      detail: `Unsupported model ${model}, please use models API to get a list of supported models`,
    },
  }),
};

const reasonsOf = ({ body }: PersonaRequest, host: PersonaHost): keyof typeof REASONS =>
  profileOf(host, modelIn(body), ['end_turn', 'eos', 'eos_token', 'STOP', 'end', 'none']);

function refuseKey({ headers }: PersonaRequest, { apiKey }: PersonaHost): WireError | null {
  const key = bearerOf(headers);
  if (key === apiKey) return null;
  // FastAPI's HTTPBearer answers 403 if the key is missing.
  return key === null
    ? { status: 403, body: { detail: 'Not authenticated' } }
    : { status: 401, body: { detail: 'Invalid API Key' } };
}

/** schema.py: Literal["low", "medium", "high"]; FastAPI answers 422 with a list. */
function refuseEffort({ body }: PersonaRequest): WireError | null {
  const { reasoning_effort: effort } = fieldsOf(body);
  if (effort === undefined || effort === null || ['low', 'medium', 'high'].includes(shown(effort)))
    return null;
  const msg = "Input should be 'low', 'medium' or 'high'";
  const detail = [{ type: 'literal_error', loc: ['body', 'reasoning_effort'], msg, input: effort }];
  return { status: 422, body: { detail } };
}
