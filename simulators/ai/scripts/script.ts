import type { ChatRequest } from '../chat-request.ts';
import type { Reply } from '../reply.ts';

export interface ChatCall {
  readonly request: ChatRequest;
  readonly reply: Reply;
  /** How often this exact model id was called, including this time. */
  readonly nth: number;
  /** The same of its calls in a role, for scripts that play several; to be asked once a call. */
  readonly nthAs: (role: string) => number;
  /** URL of the simulator, ending in `/v1`. */
  readonly url: string;
  /** The Authorization header, for scripts that misuse it. */
  readonly authorization: string;
}

/** A model id after `sim/`, and its behaviour. Groups `(…)` in the pattern are the script's arguments. */
export interface Script {
  /** A regular expression for the whole id after `sim/`. */
  readonly model: string;
  readonly does: string;
  /** The id in the README, if the pattern is hard to read. */
  readonly shownAs?: string;
  readonly run: (call: ChatCall, ...args: string[]) => Promise<void> | void;
}

/** True if the request includes an earlier answer: a continuation or a rewrite. Decided by form, never by wording. */
export function hasEarlierAnswer({ request }: ChatCall): boolean {
  return request.messages.some((message) => message.role === 'assistant');
}
