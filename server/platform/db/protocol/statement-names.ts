/** More distinct texts indicate generated SQL; each costs the session a parse tree and plans. */
const MAX_STATEMENTS = 400;

/**
 * True if a prepared statement is stale: a table changed, or the session doesn't know the statement. Nothing was
 * executed, so that it can be sent again after `distrustAll`.
 */
export function isStale({ code, message }: { readonly code: string; readonly message: string }): boolean {
  return code === '26000' || (code === '0A000' && message.startsWith('cached plan must not change'));
}

/** Prepared statements of one session. */
export class StatementNames {
  readonly #names = new Map<string, { readonly name: string; prepared: boolean }>();
  #count = 0;
  #forgotten: string[] = [];

  /** Returns the statement's name, and whether it is known to be prepared. LRU order. */
  use(text: string): { readonly name: string; readonly prepared: boolean } {
    const entry = this.#names.get(text) ?? { name: `s${++this.#count}`, prepared: false };
    this.#names.delete(text);
    this.#names.set(text, entry);
    if (this.#names.size > MAX_STATEMENTS) this.#forgetOldest();
    return entry;
  }

  /** Marks a text as prepared, after the session has confirmed it. */
  confirm(text: string): void {
    const entry = this.#names.get(text);
    if (entry) entry.prepared = true;
  }

  /** To be called after an error that shows that the session and this list disagree, or that a table has changed. */
  distrustAll(): void {
    for (const entry of this.#names.values()) entry.prepared = false;
  }

  /** Returns evicted names for the session to close, each once. */
  takeForgotten(): string[] {
    const forgotten = this.#forgotten;
    this.#forgotten = [];
    return forgotten;
  }

  #forgetOldest(): void {
    for (const [text, { name }] of this.#names) {
      this.#names.delete(text);
      this.#forgotten.push(name);
      return;
    }
  }
}
