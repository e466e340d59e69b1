/** More texts than this are a sign of generated SQL; each costs the session its parse tree and plans. */
const MAX_STATEMENTS = 400;

/**
 * A prepared statement does not fit the session any more: a table changed under it, or the session does not know it.
 * Nothing was done, so that it can be sent again after `distrustAll`.
 */
export function isStale({ code, message }: { readonly code: string; readonly message: string }): boolean {
  return code === '26000' || (code === '0A000' && message.startsWith('cached plan must not change'));
}

/** The statements that one session has been told to prepare. It lives and dies with its session. */
export class StatementNames {
  readonly #names = new Map<string, { readonly name: string; prepared: boolean }>();
  #count = 0;
  #forgotten: string[] = [];

  /** The name of this text, and whether the session is known to have it. Most recently used last. */
  use(text: string): { readonly name: string; readonly prepared: boolean } {
    const entry = this.#names.get(text) ?? { name: `s${++this.#count}`, prepared: false };
    this.#names.delete(text);
    this.#names.set(text, entry);
    if (this.#names.size > MAX_STATEMENTS) this.#forgetOldest();
    return entry;
  }

  /** The session has answered that it prepared this text. */
  confirm(text: string): void {
    const entry = this.#names.get(text);
    if (entry) entry.prepared = true;
  }

  /** After an error that says the session and this list disagree, or that a table has changed. */
  distrustAll(): void {
    for (const entry of this.#names.values()) entry.prepared = false;
  }

  /** Names that the session can let go of; each is handed out once. */
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
