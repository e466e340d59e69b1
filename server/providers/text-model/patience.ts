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

export const patienceWith = (baseUrl: URL): Patience => (isLocal(baseUrl) ? LOCAL : HOSTED);

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
