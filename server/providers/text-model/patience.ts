import { isLocal, type ServerKind } from './server-kind.ts';
import type { TextRequest } from './text-model.ts';

/** Timeouts for a silent server in milliseconds. */
export interface Patience {
  /** Until the first sign of life: response headers, a comment, thinking or text. */
  readonly firstSignMs: number;
  /** Between two signs of life. */
  readonly silenceMs: number;
}

/** A hosted provider sends comments or thinking while it works; complete silence means a lost call. */
const HOSTED: Patience = { firstSignMs: 60_000, silenceMs: 45_000 };

/** A local server may load a model and read a long prompt for minutes in silence. */
const LOCAL: Patience = { firstSignMs: 300_000, silenceMs: 120_000 };

/** Timeouts of one call in milliseconds. */
export interface Waits extends Patience {
  /** From response headers to the first thinking or text. */
  readonly openedMs: number;
}

/**
 * Chooses timeouts for a hosted or local server, with at least `unseenMs` for thinking that isn't streamed. The
 * operator's settings take precedence.
 */
export function waitsFor(baseUrl: URL, given: Partial<Patience>, unseenMs: number): Waits {
  const usual = isLocal(baseUrl) ? LOCAL : HOSTED;
  const firstSignMs = given.firstSignMs ?? Math.max(usual.firstSignMs, unseenMs);
  return {
    firstSignMs,
    silenceMs: given.silenceMs ?? usual.silenceMs,
    // A local server that has sent headers may still be reading the prompt; a hosted one would send comments.
    openedMs: isLocal(baseUrl) ? firstSignMs : (given.silenceMs ?? Math.max(usual.silenceMs, unseenMs)),
  };
}

/** Vendors whose chat completions stream nothing while a model thinks. */
const THINK_UNSEEN: readonly ServerKind[] = ['openai', 'azure', 'anthropic', 'gemini'];

/** 50 tokens per second is slow for a hosted model. */
const TOKEN_MS = 20;

/** Hard limit of Node's fetch. */
export const MOST_MS = 300_000;

/** Time for thinking that isn't streamed; 0 for servers that stream it. */
export function unseenThinkingMs(kind: ServerKind, { thinkingTokens = 0 }: TextRequest): number {
  return THINK_UNSEEN.includes(kind) ? Math.min(MOST_MS, thinkingTokens * TOKEN_MS) : 0;
}
