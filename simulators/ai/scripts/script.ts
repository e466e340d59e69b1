import type { ChatRequest } from '../chat-request.ts';
import type { Reply } from '../reply.ts';

export interface ChatCall {
  readonly request: ChatRequest;
  readonly reply: Reply;
  /** How often this exact model id was called, this time included. */
  readonly nth: number;
  /** The address of the simulator, with `/v1`. */
  readonly url: string;
  /** The Authorization header, for scripts that misuse it. */
  readonly authorization: string;
}

/** A model id after `sim/`, and how it answers. `(…)` in the pattern are the script's arguments. */
export interface Script {
  /** A regular expression for the whole id after `sim/`. */
  readonly model: string;
  readonly does: string;
  /** How the README shows the id, where the pattern is too long to be read. */
  readonly shownAs?: string;
  readonly run: (call: ChatCall, ...args: string[]) => Promise<void> | void;
}

/** Whether the request shows an earlier answer: a continuation or a rewrite. Decided by form, never by wording. */
export function hasEarlierAnswer({ request }: ChatCall): boolean {
  return request.messages.some((message) => message.role === 'assistant');
}
