import type { TextMessage, TextPdf, TextRequest } from './text-model.ts';
import type { ErrorObject } from './wire.ts';

export type DataCollection = 'deny' | 'allow';

/** Where servers that speak "the same" protocol differ in what they accept. */
export interface Dialect {
  readonly router: boolean;
  /** Whether the router may choose providers that keep, or learn from, what they are sent. */
  readonly dataCollection: DataCollection;
  /** How to wish for more or less thinking; null where nobody would understand it. */
  readonly effort: 'reasoning' | 'reasoning_effort' | null;
  readonly cap: 'max_completion_tokens' | 'max_tokens';
  /** The other name for the cap has been tried already. */
  readonly capSwapped: boolean;
  readonly temperature: boolean;
  /** Ask for `usage` at the end of the stream. OpenRouter always sends it. */
  readonly askUsage: boolean;
  /** How it takes a JSON schema for its answer; null: not at all. */
  readonly shape: 'strict' | 'loose' | null;
}

/** The four local servers (Ollama, llama.cpp, vLLM, LM Studio) run on loopback, in the house, or under a container's bare name. */
const LOCAL_HOST =
  /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[::1\]|\[f[cd]|[^.:]+$|.*\.(local|internal|lan)$)/;

/** Whether a server runs on one's own computers, where a call costs nothing. */
export function isLocal(baseUrl: URL): boolean {
  return LOCAL_HOST.test(baseUrl.hostname);
}

/** Whether it is the router, which can do more than pass a text on. */
export function isRouter({ hostname }: URL): boolean {
  return hostname === 'openrouter.ai' || hostname.endsWith('.openrouter.ai');
}

/**
 * What a server accepts, by its host. OpenAI and OpenRouter call `max_tokens` deprecated, and newer OpenAI models
 * refuse it; elsewhere it is the one name that all know. `stream_options` is sent only where it is known to be taken.
 */
export function dialectOf(baseUrl: URL, dataCollection: DataCollection = 'deny'): Dialect {
  const host = baseUrl.hostname;
  const router = isRouter(baseUrl);
  const openAi = host === 'openai.com' || host.endsWith('.openai.com');
  return {
    router,
    dataCollection,
    effort: router ? 'reasoning' : openAi ? 'reasoning_effort' : null,
    cap: router || openAi ? 'max_completion_tokens' : 'max_tokens',
    capSwapped: false,
    temperature: true,
    askUsage: openAi || isLocal(baseUrl),
    shape: 'strict',
  };
}

/**
 * A dialect without the field that a server has just refused by name, or null when there is nothing to leave out.
 * OpenAI's thinking models refuse `temperature`, its others `reasoning_effort`; servers in front of them refuse
 * `max_tokens`. Such an answer is given before any work, so asking again costs nothing.
 */
export function withoutRefused(dialect: Dialect, error: ErrorObject): Dialect | null {
  if (error.param === 'temperature' && dialect.temperature) return { ...dialect, temperature: false };
  if (error.param === 'reasoning_effort' && dialect.effort) return { ...dialect, effort: null };
  if (error.param?.startsWith('stream_options') && dialect.askUsage) return { ...dialect, askUsage: false };
  if (error.param?.startsWith('response_format') && dialect.shape) return { ...dialect, shape: null };
  if (error.param === dialect.cap && !dialect.capSwapped) {
    const cap = dialect.cap === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
    return { ...dialect, cap, capSwapped: true };
  }
  return null;
}

/**
 * A dialect that asks less of a server for the form of the answer, or null when nothing less can be asked. Routers find
 * no endpoint for `strict` (404), local servers refuse what they do not know, and neither needs to say which field it is.
 */
export function withLooserShape(dialect: Dialect): Dialect | null {
  if (dialect.shape === null) return null;
  return { ...dialect, shape: dialect.shape === 'strict' ? 'loose' : null };
}

/** The body of a chat-completions request. Always streamed: cancelling anything else is billed in full. */
export function toRequestBody(request: TextRequest, dialect: Dialect): Record<string, unknown> {
  return {
    model: request.model,
    messages: request.messages.map(toWireMessage),
    stream: true,
    [dialect.cap]: request.maxTokens + thinkingTokens(request, dialect),
    ...(dialect.temperature && { temperature: request.temperature }),
    ...(dialect.askUsage && { stream_options: { include_usage: true } }),
    ...(request.effort && effortField(request.effort, dialect.effort)),
    ...(request.shape && dialect.shape && { response_format: formatOf(request.shape, dialect.shape) }),
    ...(request.webSearch && dialect.router && searchFields(request.webSearch)),
    ...(dialect.router && { provider: providerOf(request, dialect), plugins: pluginsOf(request) }),
  };
}

/**
 * Whom the router may pass a request on to. Where its answer must have a form, or a search be made, one that would
 * silently leave that out is none of them.
 */
function providerOf({ shape, webSearch, maxPrice }: TextRequest, dialect: Dialect): object {
  const mustHeed = (shape !== undefined && dialect.shape) || webSearch !== undefined;
  return {
    data_collection: dialect.dataCollection,
    ...(mustHeed && { require_parameters: true }),
    ...(maxPrice && { max_price: toWirePrice(maxPrice) }),
  };
}

/** USD for a million tokens, rounded up to a millionth: not a host at the very price may be left out. */
function toWirePrice({ prompt, completion }: NonNullable<TextRequest['maxPrice']>): object {
  const million = (price: number): string => String(Math.ceil(price * 1e12 - 1e-3) / 1e6);
  return { prompt: million(prompt), completion: million(completion) };
}

function pluginsOf({ readsScans }: TextRequest): object[] {
  return [
    // On models with small contexts the router drops text from the middle unless told not to: better a clear refusal.
    { id: 'context-compression', enabled: false },
    // Named, because the router would else choose the engine itself, and it is priced by the page.
    ...(readsScans ? [{ id: 'file-parser', pdf: { engine: 'mistral-ocr' } }] : []),
  ];
}

function formatOf(
  { name, schema }: NonNullable<TextRequest['shape']>,
  how: NonNullable<Dialect['shape']>,
): Record<string, unknown> {
  return {
    type: 'json_schema',
    json_schema: { name, ...(how === 'strict' && { strict: true }), schema },
  };
}

/** One search, made by the router itself: no tool of ours is called. The router stops at its cost, too. */
function searchFields({
  maxResults,
  maxUsd,
}: NonNullable<TextRequest['webSearch']>): Record<string, unknown> {
  const parameters = { engine: 'auto', max_results: maxResults, max_uses: 1, max_total_results: maxResults };
  return {
    tools: [{ type: 'openrouter:web_search', parameters }],
    stop_server_tools_when: [{ type: 'max_cost', max_cost_in_dollars: maxUsd }],
  };
}

/** Text first, as OpenRouter wants it; the pictures themselves, since a link would send somebody else to fetch it. */
function toWireMessage({ role, content, images = [], pdf }: TextMessage): object {
  if (images.length === 0 && pdf === undefined) return { role, content };
  const shown = images.map(({ type, bytes }) => ({
    type: 'image_url',
    image_url: { url: `data:${type};base64,${bytes.toString('base64')}` },
  }));
  return { role, content: [{ type: 'text', text: content }, ...shown, ...(pdf ? [toWireFile(pdf)] : [])] };
}

function toWireFile({ name, bytes }: TextPdf): object {
  const data = `data:application/pdf;base64,${bytes.toString('base64')}`;
  return { type: 'file', file: { filename: name, file_data: data } };
}

function thinkingTokens({ effort, thinkingTokens: tokens = 0 }: TextRequest, dialect: Dialect): number {
  return effort !== undefined && dialect.effort !== null ? tokens : 0;
}

function effortField(effort: string, field: Dialect['effort']): Record<string, unknown> {
  if (field === null) return {};
  return { [field]: field === 'reasoning' ? { effort } : effort };
}
