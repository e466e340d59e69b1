import type { ToolContext } from '../tool.ts';

export interface HeldBack {
  readonly context: ToolContext;
  /** Shows what was held back, and everything from now on. */
  release(): void;
  /** Ends the work. Nothing of it was shown or recorded. */
  drop(reason: unknown): void;
}

/**
 * Lets a tool begin before it is decided whether it may: it makes its first call, but shows and records nothing, and
 * makes no second call, until it is released. So a question costs no time where there is none.
 */
export function holdBack(context: ToolContext): HeldBack {
  const stop = new AbortController();
  const decided = Promise.withResolvers<void>();
  // Nobody may be waiting when the work is dropped.
  decided.promise.catch(() => undefined);
  let held: (() => void)[] | null = [];
  let calls = 0;
  const show = (act: () => void): void => {
    if (held) held.push(act);
    else act();
  };
  return {
    context: {
      ...context,
      mayAsk: null,
      signal: AbortSignal.any([context.signal, stop.signal]),
      onText: (delta) => show(() => context.onText(delta)),
      onRestart: () => show(() => context.onRestart()),
      onStep: (step) => show(() => context.onStep(step)),
      onPreview: (jpeg) => show(() => context.onPreview(jpeg)),
      async beforeCall(call) {
        calls += 1;
        if (calls > 1) await decided.promise;
        return context.beforeCall(call);
      },
      journal: {
        read: (version) => context.journal.read(version),
        async record(entry) {
          await decided.promise;
          return context.journal.record(entry);
        },
      },
    },
    release() {
      for (const act of held ?? []) act();
      held = null;
      decided.resolve();
    },
    drop(reason) {
      held = [];
      stop.abort(reason);
      decided.reject(reason);
    },
  };
}
