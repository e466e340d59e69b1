import type { WireError } from '../../wire-errors.ts';
import type { Counts, Persona, PersonaHost, Voice } from '../persona.ts';
import { plainVoice, sayText } from '../plain-voice.ts';
import { countOf, type Fields, fieldsOf, formatIn, modelIn, promptTokensIn, textIn } from '../wire-body.ts';
import { lmStudioCall } from './lm-studio-calls.ts';
import { bareUsage, type LocalModel, localModel, silence, thoughtOf } from './local-models.ts';
import { thinkInText } from './think-marks.ts';

/** LM Studio's server 0.4. It ignores the key and unknown fields (lmstudio-bug-tracker 1773, 1971, 1990). */
export const lmStudio: Persona = {
  name: 'lm-studio',
  base: '/v1',
  // Default context of a loaded model, in the list of lmstudio-bug-tracker 1659.
  context: 4_096,
  answer: lmStudioCall,
  refuse: ({ body }) => refuse(fieldsOf(body)),
  speak: ({ body }, host) => speak(body, host),
  // gitbutler 8706, letta PR 1876.
  unknownModel: (model) => ({
    status: 404,
    body: {
      error: {
        message: `Model "${model}" not found. Please specify a valid model.`,
        type: 'invalid_request_error',
        param: 'model',
        code: 'model_not_found',
      },
    },
  }),
};

/** lmstudio-bug-tracker 189 and 307; tada 16 has the current wording. The error is plain text. */
function refuse(fields: Fields): WireError | null {
  if (['text', 'json_schema'].includes(formatIn(fields))) return null;
  return { status: 400, body: { error: "'response_format.type' must be 'json_schema' or 'text'" } };
}

/** `in-text`: the setting that separates thinking from the text is off (lmstudio-bug-tracker 1569, 1589). */
const profileIn = (body: unknown, host: PersonaHost): LocalModel | 'in-text' =>
  localModel(body, host, ['in-text']);

function speak(body: unknown, host: PersonaHost): Voice {
  const fields = fieldsOf(body);
  const model = profileIn(body, host);
  // The vendor's table, lmstudio-bug-tracker 2057: `none` disables it, `medium` enables it.
  const effort = textIn(fields['reasoning_effort']);
  const thinks = thoughtOf(model, { isOff: effort === 'none', level: effort });
  const hasForm = formatIn(body) !== 'text';
  // A prompt that doesn't fit: 200, well-formed with usage, but without any text (2339).
  const fits = promptTokensIn(body) < host.context;
  const asksUsage = fields['stream'] !== true || fieldsOf(fields['stream_options'])['include_usage'] === true;
  return plainVoice({
    // The schema applies to the thinking, where the answer then stays: 1698, 1773, 1971. Not for a model that doesn't
    // think (1773).
    thinks: hasForm || !fits ? 0 : thinks,
    cap: fits
      ? Math.min(
          countOf(fields['max_tokens']) ?? Number.MAX_SAFE_INTEGER,
          host.context - promptTokensIn(body),
        )
      : 0,
    heedsSchema: hasForm,
    thought: (reasoning_content) => ({ delta: { reasoning_content }, finish_reason: null }),
    text: (piece, isJson) =>
      isJson && thinks > 0 && model !== 'in-text'
        ? { delta: { reasoning_content: piece }, finish_reason: null }
        : sayText(piece),
    ...(model === 'in-text' && thinkInText('both')),
    ...silence(model),
    finish: (reason) => ({ delta: {}, finish_reason: fits ? reason : 'stop' }),
    usage: (counts) => (asksUsage ? usageOf(counts) : null),
    top: { system_fingerprint: modelIn(body) },
  });
}

/** lmstudio-bug-tracker 1990, 2284: `completion_tokens_details.reasoning_tokens`. */
function usageOf(counts: Counts): object {
  return { ...bareUsage(counts), completion_tokens_details: { reasoning_tokens: counts.thinking } };
}
