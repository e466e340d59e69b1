import { TextModelError, type TextRequest } from '../text-model.ts';
import type { Usage } from '../wire.ts';

/** Figures below are not judged: servers with a prompt cache may report only what they have newly read. */
const LEAST_JUDGED = 512;

/** Tokens of a prompt that the server says it has read, and the fewest that it must have. */
export interface ShortRead {
  readonly read: number;
  readonly least: number;
}

/**
 * Some servers silently drop what does not fit their context (Ollama's is often 4,096 tokens) and answer about the
 * rest. Null where the figures leave no doubt that all was read, what came from a cache included.
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
 * Fewer tokens than any tokenizer needs for a text. Prose in Latin letters comes to 4 or 5 characters a token, long
 * words to somewhat more; Chinese, Japanese and Korean to 1 or 2. What is repeated may come to many, and counts once:
 * white space, lines of dots, rules of dashes.
 */
function leastTokens(text: string): number {
  const told = text.replace(/([^\p{L}\p{N}])\1+/gu, '$1').replace(/\s+/g, ' ');
  const dense =
    told.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  return dense / 2.2 + (told.length - dense) / 6.5;
}
