import type { WireError } from '../../wire-errors.ts';
import { modelList } from '../openai-wire.ts';
import type { Persona, PersonaHost, PersonaRequest } from '../persona.ts';
import { sayText } from '../plain-voice.ts';
import { bearerOf, modelIn } from '../wire-body.ts';
import { gptRefusal, gptVoice, profileIn } from './gpt-models.ts';

/**
 * Azure's `/openai/v1`, which accepts OpenAI's bodies unchanged: learn.microsoft.com, "Azure OpenAI v1 API". The
 * model is the deployment.
 */
export const azure: Persona = {
  name: 'azure',
  base: '/openai/v1',
  context: 400_000,
  answer(request, host) {
    if (request.method !== 'GET' || request.path !== '/openai/v1/models') return null;
    return refuseKey(request, host) ?? modelList(host, 'system');
  },
  refuse(request, host) {
    const refusal = refuseKey(request, host) ?? gptRefusal(request.body, profileIn(request.body, host), host);
    return refusal ?? (modelIn(request.body).endsWith('@filtered') ? FILTERED : null);
  },
  // The content filter's results are sent with each delta, and those for the prompt in a first chunk without id or
  // choices: semantic-kernel 3650, langroid 292, nextai-translator PR 98.
  speak: (request, host) =>
    gptVoice(request.body, profileIn(request.body, host), {
      opening: {
        id: '',
        object: '',
        created: 0,
        model: '',
        prompt_filter_results: [{ prompt_index: 0, content_filter_results: SAFE }],
      },
      text: (piece) => ({ ...sayText(piece), content_filter_results: SAFE }),
      finish: (reason) => ({ delta: {}, finish_reason: reason, content_filter_results: {} }),
    }),
  // Azure's response as recorded in other projects' tests.
  unknownModel: () => ({
    status: 404,
    body: {
      error: {
        code: 'DeploymentNotFound',
        message:
          'The API deployment for this resource does not exist. If you created the deployment within the last 5 minutes, please wait a moment and try again.',
      },
    },
  }),
  naming: { header: 'apim-request-id', prefix: 'chatcmpl-' },
};

/** `api-key`, or the same key as a bearer token (learn.microsoft.com, same page). The wording is from reports. */
function refuseKey({ headers }: PersonaRequest, { apiKey }: PersonaHost): WireError | null {
  if (headers['api-key'] === apiKey || bearerOf(headers) === apiKey) return null;
  const message =
    'Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active subscription and use a correct regional API endpoint for your resource.';
  return { status: 401, body: { error: { code: '401', message } } };
}

const SAFE = Object.fromEntries(
  ['hate', 'self_harm', 'sexual', 'violence'].map((name) => [name, { filtered: false, severity: 'safe' }]),
);

/** The error for a filtered prompt, triggered by a model id ending in `@filtered`: compl-ai 20, helm PR 3327. */
const FILTERED: WireError = {
  status: 400,
  body: {
    error: {
      message:
        "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry. To learn more about our content filtering policies please read our documentation: https://go.microsoft.com/fwlink/?linkid=2198766",
      type: null,
      param: 'prompt',
      code: 'content_filter',
      status: 400,
      innererror: {
        code: 'ResponsibleAIPolicyViolation',
        content_filter_result: { ...SAFE, violence: { filtered: true, severity: 'medium' } },
      },
    },
  },
};
