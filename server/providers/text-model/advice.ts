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
    setting: setting ?? 'AI_MODEL_FAST, or the tool’s own in AI_MODELS,',
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
      `Set ${base} to the address that ${host} redirects to: a key follows no redirect.`,
  },
  {
    when: is('request', /^a web page answered/),
    say: (place) => `${place.base} leads to a web page: ${towardsApi(place)}.`,
  },
  {
    when: is('upstream', /^no answer from /),
    say: (place, error) => adviceForConnection(error, place),
  },
  {
    when: fails(404, /data policy|privacy/i),
    say: ({ setting }) =>
      `No host of this model promises to keep nothing: set ${setting} to another, or AI_DATA_COLLECTION=allow if they may keep it.`,
  },
  {
    when: fails(404, /max_price/i),
    say: ({ setting }) =>
      `No host serves this model at that price: raise AI_PRICE, or set ${setting} to another.`,
  },
  {
    when: ({ message }) =>
      /image input|(image|vision|multimodal)\b.*(not supported|unsupported)/i.test(message),
    say: () => 'This model doesn’t look at pictures: set AI_MODEL_VISION to one that does.',
  },
  {
    when: fails(404, /requested parameters|support tool use/i),
    say: ({ setting }) =>
      `No host of this model takes all that Errand has to ask for (a search, the form of an answer): set ${setting} to another.`,
  },
  {
    when: ({ kind, message }) => kind === 'auth' && /\b(country|region|territory)\b/i.test(message),
    say: ({ host }) =>
      `${host} doesn’t serve the country that Errand runs in: connect another provider, or a router.`,
  },
  {
    when: ({ kind, status }) => kind === 'auth' && status === 403,
    say: ({ host, setting }) =>
      `The key may not use this: allow it the model at ${host}, or set ${setting} to another.`,
  },
  { when: is('auth'), say: ({ host, key }) => `${host} doesn’t take the key: put a valid one into ${key}.` },
  {
    when: is('payment'),
    say: ({ host, key }) =>
      `The account of the key has no money left, or is at its limit: add credit at ${host}, or set ${key} to another key.`,
  },
  {
    when: ({ kind, message }) => kind === 'request' && NO_SUCH_MODEL.test(message),
    say: modelIsGone,
  },
  {
    when: ({ status, message }) =>
      (status === 404 && /without a readable reason/.test(message)) || /unexpected endpoint/i.test(message),
    say: (place) => `Nothing answers there: ${towardsApi(place)}.`,
  },
  {
    when: fails(404),
    say: (place) =>
      isVersioned(place) ? modelIsGone(place) : `Nothing answers there: ${towardsApi(place)}.`,
  },
  {
    when: is('context'),
    say: () =>
      'The model’s context is too small: start its server with a larger one (OLLAMA_CONTEXT_LENGTH at Ollama), and set AI_CONTEXT to it.',
  },
  { when: is('rate'), say: waitAWhile },
  {
    when: is('request', REFUSED_FIELD),
    say: ({ host, setting }) =>
      `${host} refuses a field that Errand can’t leave out: update that server, or set ${setting} to another model.`,
  },
  {
    when: is('upstream', /loading/i),
    say: () => 'The model is still being loaded: try again in a minute.',
  },
  {
    when: is('upstream', /\(inside its answer\)/),
    say: ({ host }) => `${host} answers 200 with an error inside: its own log says what failed behind it.`,
  },
  {
    when: is('upstream', /fell silent/),
    say: ({ host }) =>
      `${host} went silent in the midst of an answer: try again, and look at its load and its time limits.`,
  },
  {
    when: is('truncated'),
    say: () =>
      'The answer broke off on its way: have proxies in between pass streams on unbuffered, with a time limit of minutes.',
  },
  {
    when: is('empty', /cap on thinking/),
    say: ({ setting }) =>
      `The model thought until no tokens were left: set ${setting} to one that thinks less.`,
  },
  {
    when: is('empty'),
    say: ({ setting }) => `The model says nothing: raise its context, or set ${setting} to another.`,
  },
  {
    when: is('protocol', /tool that it was not given/),
    say: ({ setting }) => `The model asks for tools instead of answering: set ${setting} to another.`,
  },
  {
    when: is('protocol'),
    say: (place) => `What answers doesn’t speak OpenAI’s chat completions: ${towardsApi(place)}.`,
  },
  {
    when: ({ kind, status }) => kind === 'upstream' && status !== null,
    say: ({ host }) => `${host} has trouble of its own: try again in a few minutes.`,
  },
];

function modelIsGone({ host, setting, url }: Place): string {
  // Ollama's default port: a missing model can be pulled.
  const isOllama = url?.port === '11434';
  return `${host} doesn’t serve this model: ${isOllama ? '`ollama pull` it, or ' : ''}set ${setting} to an id that it lists.`;
}

function waitAWhile({ host }: Place, { retryAfter }: ProviderError): string {
  const wait = retryAfter === null ? 'wait a minute' : `wait ${Math.ceil(retryAfter)} s`;
  return `${host} takes no more calls for now: ${wait}, or raise the limit of the account there.`;
}

/** API base URLs contain a version. Can't tell whether it's the right one. */
const isVersioned = ({ url }: Pick<Place, 'url'>): boolean => url === null || /\/v\d/.test(url.pathname);

/** Suggests the API's address, starting from the configured one. */
function towardsApi({ url, base }: Place): string {
  if (url === null) return `${base} has to be the address of the API, which mostly ends in /v1`;
  // A path may contain an account name: don't repeat it.
  if (url.pathname === '/') return `set ${base} to ${url.origin}/v1`;
  return isVersioned({ url })
    ? `check ${base}, which has to be the address of the API without the path of a call`
    : `${base} has to be the address of the API, which mostly ends in /v1`;
}
