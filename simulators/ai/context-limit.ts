import { type ChatRequest, countPromptTokens, countTokens, textOf } from './chat-request.ts';
import { bareError, type WireError } from './wire-errors.ts';

/** A server whose context is small, and how it meets what does not fit. */
export interface ContextLimit {
  /** Tokens of a prompt and its answer together. */
  readonly tokens: number;
  /** As vLLM does: with 400, its cap counted. Or as Ollama does: it silently reads the end of the prompt alone. */
  readonly beyond: 'refuse' | 'cut';
}

/** What such a server says of a request that does not fit; null: it takes it. */
export function refusalOf(request: ChatRequest, limit: ContextLimit | null): WireError | null {
  if (limit?.beyond !== 'refuse') return null;
  const prompt = countPromptTokens(request);
  const cap = request.max_completion_tokens ?? request.max_tokens ?? 0;
  if (prompt + cap <= limit.tokens) return null;
  const message = `This model's maximum context length is ${limit.tokens} tokens. However, you requested ${prompt + cap} tokens (${prompt} in the messages, ${cap} in the completion).`;
  return {
    ...bareError(400),
    body: { error: { message, type: 'BadRequestError', param: null, code: 400 } },
  };
}

/** What such a server reads of a request. */
export function readWithin(request: ChatRequest, limit: ContextLimit | null): ChatRequest {
  if (limit?.beyond !== 'cut' || countPromptTokens(request) <= limit.tokens) return request;
  let left = limit.tokens;
  const messages = request.messages
    .toReversed()
    .map((message) => {
      const text = textOf(message);
      const content = left > 4 ? text.slice(-4 * (left - 4)) : '';
      left -= Math.min(left, 4 + countTokens(content));
      return { ...message, content };
    })
    .toReversed();
  return { ...request, messages };
}

/** What its list of models says of it, each by its own name for it; nothing is what Ollama says. */
export function listedContext(limit: ContextLimit | null): Readonly<Record<string, number>> {
  if (limit === null) return { context_length: 128_000 };
  return limit.beyond === 'refuse' ? { max_model_len: limit.tokens } : {};
}
