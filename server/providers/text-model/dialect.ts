import type { TextRequest } from './text-model.ts';
import type { ErrorObject } from './wire.ts';

/** Where servers that speak "the same" protocol differ in what they accept. */
export interface Dialect {
  readonly router: boolean;
  /** How to wish for more or less thinking; null where nobody would understand it. */
  readonly effort: 'reasoning' | 'reasoning_effort' | null;
  readonly cap: 'max_completion_tokens' | 'max_tokens';
  /** The other name for the cap has been tried already. */
  readonly capSwapped: boolean;
  readonly temperature: boolean;
  /** Ask for `usage` at the end of the stream. OpenRouter always sends it. */
  readonly askUsage: boolean;
}

/** The four local servers (Ollama, llama.cpp, vLLM, LM Studio) run on loopback, in the house, or under a container's bare name. */
const LOCAL_HOST =
  /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[::1\]|\[f[cd]|[^.:]+$|.*\.(local|internal|lan)$)/;

/**
 * What a server accepts, by its host. OpenAI and OpenRouter call `max_tokens` deprecated, and newer OpenAI models
 * refuse it; elsewhere it is the one name that all know. `stream_options` is sent only where it is known to be taken.
 */
export function dialectOf(baseUrl: URL): Dialect {
  const host = baseUrl.hostname;
  const router = host === 'openrouter.ai' || host.endsWith('.openrouter.ai');
  const openAi = host === 'openai.com' || host.endsWith('.openai.com');
  return {
    router,
    effort: router ? 'reasoning' : openAi ? 'reasoning_effort' : null,
    cap: router || openAi ? 'max_completion_tokens' : 'max_tokens',
    capSwapped: false,
    temperature: true,
    askUsage: openAi || LOCAL_HOST.test(host),
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
  if (error.param === dialect.cap && !dialect.capSwapped) {
    const cap = dialect.cap === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
    return { ...dialect, cap, capSwapped: true };
  }
  return null;
}

/** The body of a chat-completions request. Always streamed: cancelling anything else is billed in full. */
export function toRequestBody(request: TextRequest, dialect: Dialect): Record<string, unknown> {
  return {
    model: request.model,
    messages: request.messages,
    stream: true,
    [dialect.cap]: request.maxTokens,
    ...(dialect.temperature && { temperature: request.temperature }),
    ...(dialect.askUsage && { stream_options: { include_usage: true } }),
    ...(request.effort && effortField(request.effort, dialect.effort)),
    // On models with small contexts the router drops text from the middle unless told not to: better a clear refusal.
    ...(dialect.router && { plugins: [{ id: 'context-compression', enabled: false }] }),
  };
}

function effortField(effort: string, field: Dialect['effort']): Record<string, unknown> {
  if (field === null) return {};
  return { [field]: field === 'reasoning' ? { effort } : effort };
}
