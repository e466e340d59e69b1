import type { Reply } from '../reply.ts';
import type { WireError } from '../wire-errors.ts';

/**
 * One context for all calls in progress, as llama.cpp's server has by default (tools/server/README.md, `--kv-unified`).
 * Observed with llama-server b11669: when the prompts and answers in progress fill it, every one of these calls fails,
 * with a status or inside its stream. Here only prompts count, so calls fail later than there.
 */
export class SharedSlots {
  readonly #context: number;
  readonly #error: WireError;
  readonly #inProgress = new Map<Reply, number>();

  constructor(context: number, error: WireError) {
    this.#context = context;
    this.#error = error;
  }

  async join(reply: Reply, promptTokens: number): Promise<void> {
    this.#inProgress.set(reply, promptTokens);
    const taken = [...this.#inProgress.values()].reduce((sum, tokens) => sum + tokens, 0);
    if (taken <= this.#context) return;
    const failing = [...this.#inProgress.keys()];
    this.#inProgress.clear();
    await Promise.all(failing.map((each) => each.giveUp(this.#error)));
  }

  leave(reply: Reply): void {
    this.#inProgress.delete(reply);
  }
}
