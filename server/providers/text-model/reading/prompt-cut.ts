import { TextModelError, type TextRequest } from '../text-model.ts';
import type { Usage } from '../wire.ts';

/** Ignores lower counts: servers with a prompt cache may report only newly read tokens. */
const LEAST_JUDGED = 512;

/** Prompt tokens that the server reports, and the fewest that the prompt can have. */
export interface ShortRead {
  readonly read: number;
  readonly least: number;
}

/**
 * Detects a truncated prompt: some servers silently drop what doesn't fit their context (Ollama's is often 4,096
 * tokens) and answer about the rest. Null if the counts, cached tokens included, give no sign of it.
 */
export function shortRead(request: TextRequest, usage: Usage | null): ShortRead | null {
  const read = usage?.prompt_tokens ?? 0;
  const cached = usage?.prompt_tokens_details?.cached_tokens ?? 0;
  const least = request.messages.reduce((sum, message) => sum + leastTokens(message.content), 0);
  return read < LEAST_JUDGED || read + cached >= least ? null : { read, least: Math.ceil(least) };
}

export function toContextError({ read, least }: ShortRead): TextModelError {
  return new TextModelError(
    'context',
    `the server read ${read} tokens where there are at least ${least}: its context is too small`,
    { retryable: false },
  );
}

/**
 * Estimates a lower bound for any tokenizer. Prose in Latin letters has 4 or 5 characters per token, long words
 * slightly more; Chinese, Japanese and Korean have 1 or 2. Repeated characters can share a token, so runs count once:
 * white space, lines of dots, rules of dashes.
 */
function leastTokens(text: string): number {
  const told = text.replace(/([^\p{L}\p{N}])\1+/gu, '$1').replace(/\s+/g, ' ');
  const dense =
    told.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  return dense / 2.2 + (told.length - dense) / 6.5;
}
