import { isLocal, type ServerKind } from './server-kind.ts';
import type { TextRequest } from './text-model.ts';

/** How long a server's silence is waited out, in milliseconds. */
export interface Patience {
  /** Until its first sign of life: a response header, a comment, a piece of thinking or of text. */
  readonly firstSignMs: number;
  /** From one sign to the next. */
  readonly silenceMs: number;
}

/** A hosted provider sends comments or thinking while it works; one that sends nothing at all has lost the call. */
const HOSTED: Patience = { firstSignMs: 60_000, silenceMs: 45_000 };

/** A computer of one's own may load a model, and read a long prompt, for minutes without a word. */
const LOCAL: Patience = { firstSignMs: 300_000, silenceMs: 120_000 };

/** How long each silence of one call is waited out, in milliseconds. */
export interface Waits extends Patience {
  /** After the stream was opened, until the first thinking or text. */
  readonly openedMs: number;
}

/**
 * By whether the server is hosted or in one's own network, with at least `unseenMs` for thinking that it does not show.
 * What the operator says wins over both.
 */
export function waitsFor(baseUrl: URL, given: Partial<Patience>, unseenMs: number): Waits {
  const usual = isLocal(baseUrl) ? LOCAL : HOSTED;
  const firstSignMs = given.firstSignMs ?? Math.max(usual.firstSignMs, unseenMs);
  return {
    firstSignMs,
    silenceMs: given.silenceMs ?? usual.silenceMs,
    // A local server that has only opened the stream may still be reading the prompt; a hosted one sends comments.
    openedMs: isLocal(baseUrl) ? firstSignMs : (given.silenceMs ?? Math.max(usual.silenceMs, unseenMs)),
  };
}

/** Vendors whose chat completions show nothing while a model thinks. */
const THINK_UNSEEN: readonly ServerKind[] = ['openai', 'azure', 'anthropic', 'gemini'];

/** Slow for a hosted model: 50 tokens a second. */
const TOKEN_MS = 20;

/** Node's fetch waits no longer than this for anything. */
export const MOST_MS = 300_000;

/** The time that thinking may take unseen; 0 for servers that show it. */
export function unseenThinkingMs(kind: ServerKind, { thinkingTokens = 0 }: TextRequest): number {
  return THINK_UNSEEN.includes(kind) ? Math.min(MOST_MS, thinkingTokens * TOKEN_MS) : 0;
}
