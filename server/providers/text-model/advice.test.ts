import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#server/lib/log.ts';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { ask } from '#tests/worlds/ask-simulator.ts';
import { ProviderError, type ProviderErrorDetails } from '../provider-error/provider-error.ts';
import { type AdviceContext, adviceFor } from './advice.ts';
import { createCallLog } from './log-call.ts';
import { TextModelError } from './text-model.ts';

let simulator: AiSimulator;
beforeAll(async () => {
  simulator = await startAiSimulator();
});
afterAll(() => simulator.close());

/** Returns the advice after a real call. */
async function adviceAfter(model: string, options: Parameters<typeof ask>[2] = {}): Promise<string | null> {
  const { error } = await ask(simulator, model, options);
  if (error === null) throw new Error(`${model} has answered`);
  const baseUrl = options.options?.baseUrl ?? simulator.url;
  return adviceFor(error, { baseUrl, setting: 'AI_MODEL_FAST' });
}

const HOST = /127\.0\.0\.1:\d+/;

describe('after a call to the simulator', () => {
  it.each<[model: string, advice: RegExp]>([
    ['sim/fail-401', /rejects the key\. Set AI_API_KEY/],
    ['sim/fail-403', /isn’t allowed to use this model\. .*AI_MODEL_FAST/],
    ['sim/fail-402', /out of credit/],
    ['sim/fail-insufficient-quota', /out of credit/],
    ['sim/fail-404', /doesn’t serve this model\. Set AI_MODEL_FAST/],
    ['sim/fail-string', /doesn’t serve this model/],
    ['sim/fail-not_found', /doesn’t serve this model/],
    ['sim/fail-rate_limit_exceeded', /Wait a minute/],
    ['sim/fail-429-retry-7', /Wait 7 s/],
    ['sim/fail-context-llama', /AI_CONTEXT/],
    ['sim/fail-context-500', /AI_CONTEXT/],
    ['sim/html-200', /points to a web page/],
    ['sim/error-200', /answers 200 with an error inside|is having problems/],
    ['sim/error-200-string', /answers 200 with an error inside/],
    ['sim/redirect', /redirects to/],
    ['sim/cut', /cut off on its way/],
    ['sim/no-end', /cut off on its way/],
    ['sim/empty', /answers with nothing/],
    ['sim/empty-length', /used all its tokens for thinking/],
    ['sim/tool-calls', /asks for tools/],
    ['sim/garbage', /doesn’t support OpenAI’s chat completions\. Check AI_BASE_URL/],
    ['sim/fail-502', /is having problems/],
  ])('%s: %s', async (model, advice) => {
    expect(await adviceAfter(model)).toMatch(advice);
  });

  it.each(['sim/refused', 'sim/refusal'])('%s: no advice, since nothing helps', async (model) => {
    expect(await adviceAfter(model)).toBeNull();
  });

  it('suggests the address with /v1 if it is missing', async () => {
    const root = simulator.url.replace('/v1', '');
    expect(await adviceAfter('sim/fast', { options: { baseUrl: root } })).toContain(
      `AI_BASE_URL to ${root}/v1`,
    );
  });

  it('distinguishes a closed port from an unknown host', async () => {
    const gone = await startAiSimulator();
    await gone.close();
    const nobody = { options: { baseUrl: gone.url } };
    expect(await adviceAfter('sim/fast', nobody)).toMatch(/Nothing is listening at 127\.0\.0\.1:\d+/);
    const unknown = { options: { baseUrl: 'http://nobody.invalid/v1' } };
    expect(await adviceAfter('sim/fast', unknown)).toMatch(/Couldn’t find nobody\.invalid/);
  });

  it('suggests a larger context to a server whose calls have filled it together', () => {
    const full = failed('Context size has been exceeded.', { status: 500 }, 'rate');
    expect(adviceFor(full, there)).toMatch(/share the context of api\.example/);
  });

  it('suggests http if the server does not speak https', async () => {
    const baseUrl = simulator.url.replace('http:', 'https:');
    expect(await adviceAfter('sim/fast', { options: { baseUrl } })).toMatch(/start AI_BASE_URL with http:/);
  });
});

const failed = (
  message: string,
  details: Partial<ProviderErrorDetails> = {},
  kind: ProviderError['kind'] = 'request',
) =>
  new ProviderError(kind, `the provider failed (${details.status ?? 400}): ${message}`, {
    retryable: false,
    ...details,
  });
const fetchFailure = (code: string) =>
  new ProviderError('upstream', `no answer from api.example (${code})`, {
    retryable: true,
    cause: new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) }),
  });
const there: AdviceContext = { baseUrl: 'https://api.example/v1', setting: 'answer in AI_MODELS' };

describe('for the messages of providers', () => {
  it.each<[words: string, status: number, advice: RegExp]>([
    ['No endpoints found matching your data policy (Free model training).', 404, /AI_DATA_COLLECTION=allow/],
    [
      'No endpoints found that can handle the requested parameters.',
      404,
      /No host of this model supports everything/,
    ],
    ['No endpoints found that support image input', 404, /AI_MODEL_VISION/],
    ['No endpoints found that cost at most what max_price allows.', 404, /AI_PRICE/],
    ['No endpoints found for acme/gone.', 404, /set answer in AI_MODELS to an id/i],
    [
      'The model `gpt-9` does not exist or you do not have access to it.',
      404,
      /set answer in AI_MODELS to an id/i,
    ],
    ['acme/x is not a valid model ID', 400, /set answer in AI_MODELS to an id/i],
    ['Invalid model name passed in model=x', 400, /set answer in AI_MODELS to an id/i],
    ['model: claude-old', 404, /set answer in AI_MODELS to an id/i],
    ["Unsupported parameter: 'top_p' is not supported with this model.", 400, /rejects a field/],
    ['The API deployment for this resource does not exist.', 404, /set answer in AI_MODELS to an id/i],
    ['Unexpected endpoint or method. (POST /chat/completions)', 200, /API/],
  ])('%s', (words, status, advice) => {
    expect(adviceFor(failed(words, { status }), there)).toMatch(advice);
  });

  it('suggests a pull at Ollama’s port', () => {
    const error = failed('model "x" not found, try pulling it first', { status: 404 });
    expect(adviceFor(error, { ...there, baseUrl: 'http://localhost:11434/v1' })).toContain(
      '`ollama pull` for it',
    );
  });
});

it.each([
  ['ECONNREFUSED', 'https://api.example/v1', /Nothing is listening at api\.example\./],
  ['ECONNREFUSED', 'http://localhost:11434/v1', /inside a container/],
  ['EAI_AGAIN', 'https://api.example/v1', /Couldn’t find api\.example/],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'https://api.example/v1', /NODE_EXTRA_CA_CERTS/],
  ['CERT_HAS_EXPIRED', 'https://api.example/v1', /has expired/],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'https://api.example/v1', /start AI_BASE_URL with http:/],
  ['UND_ERR_SOCKET', 'http://api.example/v1', /Start AI_BASE_URL with https:/],
  ['UND_ERR_CONNECT_TIMEOUT', 'https://api.example/v1', /Couldn’t reach api\.example/],
])('%s at %s', (code, baseUrl, advice) => {
  expect(adviceFor(fetchFailure(code), { baseUrl })).toMatch(advice);
});

it('repeats no path of an address, which may contain an account', () => {
  const error = new TextModelError('request', 'a web page answered instead of an API', { retryable: false });
  const said = adviceFor(error, { baseUrl: 'https://api.example/accounts/8f2c/gateway' });
  expect(said).toMatch(/AI_BASE_URL/);
  expect(said).not.toContain('8f2c');
});

it('is omitted for a cancelled call', () => {
  expect(
    adviceFor(new TextModelError('aborted', 'the call was cancelled', { retryable: false }), there),
  ).toBeNull();
});

it('is logged with the failure, without the answer or the key', async () => {
  const lines: string[] = [];
  const log = createLog('info', (line) => lines.push(line));
  const { error } = await ask(simulator, 'sim/echo', { content: 'my secret question' });
  createCallLog(log, 'sim/echo', new URL(simulator.url)).failed(error);
  createCallLog(log, 'sim/fail-401').failed(
    new TextModelError('auth', 'no', { retryable: false, status: 401 }),
  );
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    model: 'sim/echo',
    advice: expect.stringMatching(HOST),
  });
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({
    advice: expect.stringMatching(/^the provider rejects the key/i),
  });
  expect(lines.join()).not.toContain('my secret question');
  expect(lines.join()).not.toContain(simulator.apiKey);
});
