import { type ChatRequest, countTokens, textOf } from './chat-request.ts';
import { bareError, type WireError } from './wire-errors.ts';

/** A server with a small context, and how it handles what doesn't fit. */
export interface ContextLimit {
  /** Tokens of prompt and answer together. */
  readonly tokens: number;
  /**
   * `refuse`: like vLLM, answers 400, counting the cap. `cut`: like Ollama, silently reads only the end of the
   * prompt.
   */
  readonly beyond: 'refuse' | 'cut';
}

/** Counts each digit, as the tokenizers of Qwen, Gemma and Mistral do, which such servers mostly run. */
function tokensOf(text: string): number {
  const digits = text.match(/\d/g)?.length ?? 0;
  return digits + countTokens(text.replaceAll(/\d/g, ''));
}

const promptTokensOf = ({ messages }: ChatRequest): number =>
  messages.reduce((sum, message) => sum + 4 + tokensOf(textOf(message)), 0);

/** Returns such a server's error for a request that doesn't fit; null if it is accepted. */
export function refusalOf(request: ChatRequest, limit: ContextLimit | null): WireError | null {
  if (limit?.beyond !== 'refuse') return null;
  const prompt = promptTokensOf(request);
  const cap = request.max_completion_tokens ?? request.max_tokens ?? 0;
  if (prompt + cap <= limit.tokens) return null;
  const message = `This model's maximum context length is ${limit.tokens} tokens. However, you requested ${prompt + cap} tokens (${prompt} in the messages, ${cap} in the completion).`;
  return {
    ...bareError(400),
    body: { error: { message, type: 'BadRequestError', param: null, code: 400 } },
  };
}

/** Returns the part of a request that such a server reads. */
export function readWithin(request: ChatRequest, limit: ContextLimit | null): ChatRequest {
  if (limit?.beyond !== 'cut' || promptTokensOf(request) <= limit.tokens) return request;
  let left = limit.tokens;
  const messages = request.messages
    .toReversed()
    .map((message) => {
      const text = textOf(message);
      const content = left > 4 ? text.slice(-4 * (left - 4)) : '';
      left -= Math.min(left, 4 + tokensOf(content));
      return { ...message, content };
    })
    .toReversed();
  return { ...request, messages };
}

/** Context fields in its model list, each by its own name; Ollama has none. */
export function listedContext(limit: ContextLimit | null): Readonly<Record<string, number>> {
  if (limit === null) return { context_length: 128_000 };
  return limit.beyond === 'refuse' ? { max_model_len: limit.tokens } : {};
}
