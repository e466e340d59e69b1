import { newToken } from '#server/lib/ids.ts';

/** More distinct texts indicate generated SQL; each costs the session a parse tree and plans. */
const MAX_STATEMENTS = 400;

/**
 * True if a prepared statement is stale: a table changed, or the session doesn't know the statement. Nothing was
 * executed, so that it can be sent again after `distrustAll`.
 */
export function isStale({ code, message }: { readonly code: string; readonly message: string }): boolean {
  return code === '26000' || (code === '0A000' && message.startsWith('cached plan must not change'));
}

export interface PreparedStatement {
  /** Empty: it's prepared for this message only. */
  readonly name: string;
  readonly text: string;
  /** Known to be prepared. */
  readonly prepared: boolean;
}

export interface PreparedNames {
  use(text: string): PreparedStatement;
  /** Marks a text as prepared, after the session has confirmed it. */
  confirm(text: string): void;
  /** To be called after an error that shows that the session and this list disagree, or that a table has changed. */
  distrustAll(): void;
  /** Returns evicted names for the session to close, each once. */
  takeForgotten(): string[];
}

/** For a session that doesn't keep what is prepared in it. */
export const UNNAMED: PreparedNames = {
  use: (text) => ({ name: '', text, prepared: false }),
  confirm: () => {},
  distrustAll: () => {},
  takeForgotten: () => [],
};

/** Prepared statements of one session. */
export class StatementNames implements PreparedNames {
  readonly #names = new Map<string, { readonly name: string; prepared: boolean }>();
  #count = 0;
  #forgotten: string[] = [];
  #ending = '';

  /** LRU order. */
  use(text: string): PreparedStatement {
    const entry = this.#names.get(text) ?? { name: `s${++this.#count}`, prepared: false };
    this.#names.delete(text);
    this.#names.set(text, entry);
    if (this.#names.size > MAX_STATEMENTS) this.#forgetOldest();
    return { ...entry, text: text + this.#ending };
  }

  confirm(text: string): void {
    const entry = this.#names.get(text);
    if (entry) entry.prepared = true;
  }

  /** From then on with other texts: PgBouncer prepares a text once, for all clients, and keeps it when a table changes. */
  distrustAll(): void {
    for (const entry of this.#names.values()) entry.prepared = false;
    this.#ending = `\n-- ${newToken(6)}`;
  }

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
