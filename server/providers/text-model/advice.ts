import type { ProviderError } from '../provider-error/provider-error.ts';
import { adviceForConnection } from './connection-advice.ts';

/** The address of a call and the settings behind it. Anything omitted gets a generic name. */
export interface AdviceContext {
  readonly baseUrl?: string | URL;
  /** The setting that names the model. */
  readonly setting?: string;
  readonly keySetting?: string;
  readonly baseSetting?: string;
}

/** `AdviceContext` with every default filled in. */
export interface Place {
  readonly url: URL | null;
  readonly host: string;
  readonly setting: string;
  readonly key: string;
  readonly base: string;
}

/**
 * Returns one sentence for the operator on how to fix a failure, or null if there's nothing useful to say. It names
 * hosts and settings, never a key, a prompt or an answer.
 */
export function adviceFor(error: ProviderError, context: AdviceContext): string | null {
  const place = placeOf(context);
  const rule = RULES.find(({ when }) => when(error));
  return rule ? rule.say(place, error) : null;
}

function placeOf({ baseUrl, setting, keySetting, baseSetting }: AdviceContext): Place {
  const url = baseUrl === undefined ? null : new URL(baseUrl);
  return {
    url,
    host: url?.host ?? 'the provider',
    setting: setting ?? 'AI_MODEL_FAST (or the tool’s entry in AI_MODELS)',
    key: keySetting ?? 'AI_API_KEY',
    base: baseSetting ?? 'AI_BASE_URL',
  };
}

interface Rule {
  readonly when: (error: ProviderError) => boolean;
  readonly say: (place: Place, error: ProviderError) => string | null;
}

type Kind = ProviderError['kind'];

const is =
  (kind: Kind, words?: RegExp) =>
  ({ kind: own, message }: ProviderError): boolean =>
    own === kind && (words === undefined || words.test(message));
const fails =
  (status: number, words?: RegExp) =>
  (error: ProviderError): boolean =>
    error.status === status && (words === undefined || words.test(error.message));

/** Error messages for a missing model: OpenAI, OpenRouter, Ollama, vLLM, Anthropic, Google, Groq. */
const NO_SUCH_MODEL =
  /(model|deployment)\b.{0,200}(not found|not exist|no such|not (a )?valid|decommissioned|no longer available|not available|is not supported for)|(unknown|invalid|no such) model|not a valid model|model_not_found|model: |no endpoints found for/i;

/** Error messages for a field that the model or its server doesn't support. */
const REFUSED_FIELD =
  /unsupported|unrecognized|unknown (name|field|parameter|argument)|not permitted|parameter|argument|field required|extra input/i;

/** The first match wins: specific messages come before statuses. */
const RULES: readonly Rule[] = [
  { when: is('aborted'), say: () => null },
  {
    when: is('request', / redirects: /),
    say: ({ host, base }) =>
      `${host} redirects, and keys aren’t sent on. Set ${base} to the address it redirects to.`,
  },
  {
    when: is('request', /^a web page answered/),
    say: (place) => `${place.base} points to a web page, not an API. ${towardsApi(place)}.`,
  },
  {
    when: is('upstream', /^no answer from /),
    say: (place, error) => adviceForConnection(error, place),
  },
  {
    when: fails(404, /data policy|privacy/i),
    say: ({ setting }) =>
      `No host of this model promises not to keep your data. Set ${setting} to another model, or set AI_DATA_COLLECTION=allow if they may keep it.`,
  },
  {
    when: fails(404, /max_price/i),
    say: ({ setting }) =>
      `No host offers this model at that price. Raise AI_PRICE or set ${setting} to another model.`,
  },
  {
    when: ({ message }) =>
      /image input|(image|vision|multimodal)\b.*(not supported|unsupported)/i.test(message),
    say: () => 'This model can’t read pictures. Set AI_MODEL_VISION to one that can.',
  },
  {
    when: fails(404, /requested parameters|support tool use/i),
    say: ({ setting }) =>
      `No host of this model supports everything Errand needs (search, structured answers). Set ${setting} to another model.`,
  },
  {
    when: ({ kind, message }) => kind === 'auth' && /\b(country|region|territory)\b/i.test(message),
    say: ({ host }) =>
      `${host} isn’t available in the country where Errand runs. Connect another provider or a router.`,
  },
  {
    when: ({ kind, status }) => kind === 'auth' && status === 403,
    say: ({ host, setting }) =>
      `The key isn’t allowed to use this model. Allow it at ${host} or set ${setting} to another model.`,
  },
  { when: is('auth'), say: ({ host, key }) => `${host} rejects the key. Set ${key} to a valid one.` },
  {
    when: is('payment'),
    say: ({ host, key }) =>
      `The key’s account is out of credit or at its limit. Add credit at ${host} or set ${key} to another key.`,
  },
  {
    when: ({ kind, message }) => kind === 'request' && NO_SUCH_MODEL.test(message),
    say: modelIsGone,
  },
  {
    when: ({ status, message }) =>
      (status === 404 && /without a readable reason/.test(message)) || /unexpected endpoint/i.test(message),
    say: (place) => `Nothing answers at that address. ${towardsApi(place)}.`,
  },
  {
    when: fails(404),
    say: (place) =>
      isVersioned(place) ? modelIsGone(place) : `Nothing answers at that address. ${towardsApi(place)}.`,
  },
  {
    when: is('context'),
    say: () =>
      'The model’s context is too small. Start its server with a larger one (OLLAMA_CONTEXT_LENGTH for Ollama) and set AI_CONTEXT to the same number.',
  },
  {
    when: is('rate', /context size has been exceeded/i),
    say: ({ host }) =>
      `Calls share the context of ${host}, and have filled it. Start it with a larger one (-c for llama.cpp’s server).`,
  },
  { when: is('rate'), say: waitAWhile },
  {
    when: is('request', REFUSED_FIELD),
    say: ({ host, setting }) =>
      `${host} rejects a field that Errand can’t leave out. Update that server or set ${setting} to another model.`,
  },
  {
    when: is('upstream', /loading/i),
    say: () => 'The model is still loading. Try again in a minute.',
  },
  {
    when: is('upstream', /\(inside its answer\)/),
    say: ({ host }) => `${host} answers 200 with an error inside. Check its log for what failed.`,
  },
  {
    when: is('upstream', /fell silent/),
    say: ({ host }) =>
      `${host} stopped responding in the middle of an answer. Try again, and check its load and time limits.`,
  },
  {
    when: is('truncated'),
    say: () =>
      'The answer was cut off on its way. Make sure proxies in between pass streams on unbuffered, with a time limit of minutes.',
  },
  {
    when: is('empty', /cap on thinking/),
    say: ({ setting }) =>
      `The model used all its tokens for thinking. Set ${setting} to one that thinks less.`,
  },
  {
    when: is('empty'),
    say: ({ setting }) =>
      `The model answers with nothing. Raise its context or set ${setting} to another model.`,
  },
  {
    when: is('protocol', /tool that it was not given/),
    say: ({ setting }) => `The model asks for tools instead of answering. Set ${setting} to another model.`,
  },
  {
    when: is('protocol'),
    say: (place) => `That server doesn’t support OpenAI’s chat completions. ${towardsApi(place)}.`,
  },
  {
    when: ({ kind, status }) => kind === 'upstream' && status !== null,
    say: ({ host }) => `${host} is having problems. Try again in a few minutes.`,
  },
];

function modelIsGone({ host, setting, url }: Place): string {
  // Ollama's default port: a missing model can be pulled.
  const isOllama = url?.port === '11434';
  return `${host} doesn’t serve this model. ${isOllama ? 'Run `ollama pull` for it, or set' : 'Set'} ${setting} to an id that it lists.`;
}

function waitAWhile({ host }: Place, { retryAfter }: ProviderError): string {
  const wait = retryAfter === null ? 'Wait a minute' : `Wait ${Math.ceil(retryAfter)} s`;
  return `${host} accepts no more calls for now. ${wait}, or raise your account’s limit there.`;
}

/** API base URLs contain a version. Can't tell whether it's the right one. */
const isVersioned = ({ url }: Pick<Place, 'url'>): boolean => url === null || /\/v\d/.test(url.pathname);

/** Suggests the API's address, starting from the configured one. */
function towardsApi({ url, base }: Place): string {
  if (url === null) return `Set ${base} to the API’s address, which usually ends in /v1`;
  // A path may contain an account name: don't repeat it.
  if (url.pathname === '/') return `Set ${base} to ${url.origin}/v1`;
  return isVersioned({ url })
    ? `Check ${base}: use the API’s address without the path of a call`
    : `Set ${base} to the API’s address, which usually ends in /v1`;
}
