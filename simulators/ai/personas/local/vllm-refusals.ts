import type { WireError } from '../../wire-errors.ts';
import { modelList } from '../openai-wire.ts';
import type { PersonaHost, PersonaRequest } from '../persona.ts';
import { bearerOf, countOf, type Fields, fieldsOf, formatIn, promptTokensIn } from '../wire-body.ts';
import { localModel } from './local-models.ts';

/** As vLLM 0.30 sends it: the status as a numeric `code`. */
export function vllmError(
  status: number,
  type: string,
  { message, param = null }: { readonly message: string; readonly param?: string | null },
): WireError {
  return { status, body: { error: { message, type, param, code: status } } };
}

const badRequest = (message: string, param: string | null = null): WireError =>
  vllmError(400, 'BadRequestError', { message, param });

/** `--api-key`: 401 for every call (vllm 22407). */
export function refuseKey({ headers }: PersonaRequest, { apiKey }: PersonaHost): WireError | null {
  return bearerOf(headers) === apiKey ? null : { status: 401, body: { error: 'Unauthorized' } };
}

/** modal-examples 843 shows the list; PR 4643 `max_model_len`. An unknown route: `{"detail":"Not Found"}`. */
export function vllmCall({ method, path }: PersonaRequest, host: PersonaHost): WireError {
  if (method !== 'GET' || path !== '/v1/models') return { status: 404, body: { detail: 'Not Found' } };
  return modelList(host, 'vllm', (root) => ({ root, parent: null, max_model_len: host.context }));
}

/**
 * vllm/entrypoints/openai/chat_completion/protocol.py ChatCompletionRequest. Unknown fields are accepted
 * (OpenAIBaseModel, `extra="allow"`).
 */
export function refuseRequest(body: unknown, host: PersonaHost): WireError | null {
  const fields = fieldsOf(body);
  return refuseEffort(fields, host) ?? refuseShape(fields) ?? refuseLength(fields, host);
}

const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];
/** Efforts accepted by earlier versions: deer-flow 1673, CLIProxyAPI 1572. */
const EARLIER_EFFORTS = ['low', 'medium', 'high'];

function refuseEffort(fields: Fields, host: PersonaHost): WireError | null {
  const { reasoning_effort: effort } = fields;
  if (effort === undefined || effort === null) return null;
  const efforts = localModel(fields, host, ['earlier']) === 'earlier' ? EARLIER_EFFORTS : EFFORTS;
  if (typeof effort === 'string' && efforts.includes(effort)) return null;
  const quoted = efforts.map((each) => `'${each}'`);
  const listed = `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1) ?? ''}`;
  return invalid('literal_error', ['reasoning_effort'], {
    message: `Input should be ${listed}`,
    input: effort,
  });
}

function refuseShape(fields: Fields): WireError | null {
  if (!Array.isArray(fields['messages'])) {
    return invalid('missing', ['messages'], { message: 'Field required', input: null });
  }
  const { stream_options: options, stream, chat_template_kwargs: kwargs } = fields;
  if (options !== undefined && options !== null && stream !== true) {
    return badRequest('Stream options can only be defined when `stream=True`.', 'stream_options');
  }
  if (kwargs !== undefined && kwargs !== null && (typeof kwargs !== 'object' || Array.isArray(kwargs))) {
    return invalid('dict_type', ['chat_template_kwargs'], {
      message: 'Input should be a valid dictionary',
      input: kwargs,
    });
  }
  // validate_response_format.
  if (formatIn(fields) === 'json_schema' && !fieldsOf(fields['response_format'])['json_schema']) {
    return badRequest(
      "When response_format type is 'json_schema', the 'json_schema' field must be provided.",
    );
  }
  // Issue 4667.
  const { max_tokens: cap } = fields;
  if (typeof cap === 'number' && cap < 1) return badRequest(`max_tokens must be at least 1, got ${cap}.`);
  return null;
}

/** A pydantic validation error in the server's format: deer-flow 1673. */
function invalid(
  type: string,
  loc: readonly string[],
  { message, input }: { readonly message: string; readonly input: unknown },
): WireError {
  const where = ['body', ...loc].map((each) => `'${each}'`).join(', ');
  return vllmError(400, 'Bad Request', {
    message: `1 validation error:\n  {'type': '${type}', 'loc': (${where}), 'msg': "${message}", 'input': ${JSON.stringify(input)}}`,
  });
}

/**
 * Wording of vLLM 0.30: it counts only as many tokens of the prompt as it takes to know that there are too many, so
 * the figure is a lower bound. A cap as large as the context leaves none for the prompt.
 */
function refuseLength(fields: Fields, { context }: PersonaHost): WireError | null {
  const prompt = promptTokensIn(fields);
  const cap = countOf(fields['max_completion_tokens']) ?? countOf(fields['max_tokens']) ?? 0;
  if (prompt + cap <= context) return null;
  const end = 'Please reduce the length of the input prompt or the number of requested output tokens.';
  const begin = `This model's maximum context length is ${context} tokens. However, you requested ${cap} output tokens and your prompt contains`;
  if (cap >= context) {
    const characters = 4 * prompt;
    return badRequest(
      `${begin} ${characters} characters (more than 0 characters, which is the upper bound for 0 input tokens). ${end} (parameter=input_text, value=${characters})`,
      'input_text',
    );
  }
  const least = context - cap + 1;
  return badRequest(
    `${begin} at least ${least} input tokens, for a total of at least ${context + 1} tokens. ${end} (parameter=input_tokens, value=${least})`,
    'input_tokens',
  );
}
