import type { ServerFacts } from './server-facts.ts';
import { TextModelError, type TextRequest } from './text-model.ts';

/** A call's share of its model's context. */
export interface Share {
  /**
   * Turns a failure because the context is full into one that may pass: `rate` if other calls were in progress, else
   * `context`, since other clients may have filled it. Returns any other error unchanged.
   */
  judge(error: unknown): unknown;
  leave(): void;
}

export interface SharedContexts {
  /** Resolves when the call may be made, in the order of the calls. Rejects if the signal aborts before. */
  enter(request: TextRequest, signal: AbortSignal): Promise<Share>;
}

/**
 * Keeps calls within the context that they share, once the server has shown that they do. By default, llama.cpp's server
 * has one context for all its slots (tools/server/README.md, `--kv-unified`). When these fill it, every call in progress
 * fails with 500, "Context size has been exceeded.", though each fits alone.
 */
export function createSharedContexts(facts: Pick<ServerFacts, 'answering'>): SharedContexts {
  const contexts = new Map<string, Context>();
  return {
    enter({ model, promptTokens = 0, maxTokens, thinkingTokens = 0 }, signal) {
      const id = facts.answering(model)?.id ?? model;
      const context = contexts.get(id) ?? createContext(() => facts.answering(model)?.window ?? 0);
      contexts.set(id, context);
      return context.enter(promptTokens + maxTokens + thinkingTokens, signal);
    },
  };
}

interface Context {
  enter(tokens: number, signal: AbortSignal): Promise<Share>;
}

interface Call {
  readonly tokens: number;
  /** Another call was in progress at some time during this one. */
  hadCompany: boolean;
}

interface Waiting {
  readonly tokens: number;
  begin(): void;
}

/** `windowOf`: in tokens; 0 if unknown, which lets in one call at a time. */
function createContext(windowOf: () => number): Context {
  let isShared = false;
  const inProgress = new Set<Call>();
  let waiting: readonly Waiting[] = [];

  function hasRoom(tokens: number): boolean {
    if (!isShared || inProgress.size === 0) return true;
    const taken = [...inProgress].reduce((sum, call) => sum + call.tokens, 0);
    return taken + tokens <= windowOf();
  }

  function begin(tokens: number): Share {
    const call: Call = { tokens, hadCompany: inProgress.size > 0 };
    for (const other of inProgress) other.hadCompany = true;
    inProgress.add(call);
    return {
      judge(error) {
        if (!isFull(error)) return error;
        isShared ||= call.hadCompany;
        return asPassing(error, call.hadCompany ? 'rate' : 'context');
      },
      leave() {
        inProgress.delete(call);
        letIn();
      },
    };
  }

  function letIn(): void {
    for (let next = waiting[0]; next !== undefined && hasRoom(next.tokens); next = waiting[0]) {
      waiting = waiting.slice(1);
      next.begin();
    }
  }

  return {
    async enter(tokens, signal) {
      signal.throwIfAborted();
      if (waiting.length === 0 && hasRoom(tokens)) return begin(tokens);
      const { promise, resolve, reject } = Promise.withResolvers<Share>();
      const own: Waiting = { tokens, begin: () => resolve(begin(tokens)) };
      waiting = [...waiting, own];
      const giveUp = (): void => {
        waiting = waiting.filter((each) => each !== own);
        reject(signal.reason);
        letIn();
      };
      signal.addEventListener('abort', giveUp);
      return promise.finally(() => signal.removeEventListener('abort', giveUp));
    },
  };
}

/** A prompt that is too long by itself is refused with other words. */
const FULL = /context size has been exceeded/i;

const isFull = (error: unknown): error is TextModelError =>
  error instanceof TextModelError && error.kind === 'context' && FULL.test(error.message);

function asPassing(error: TextModelError, kind: 'rate' | 'context'): TextModelError {
  const { message, status } = error;
  return new TextModelError(kind, message, {
    retryable: true,
    cause: error,
    ...(status !== null && { status }),
  });
}
