import type { ChatRequest } from './chat-request.ts';
import type { Counts } from './personas/persona.ts';

/** A request as received by the simulator, and its outcome. */
export interface JournalEntry {
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As sent, even if rejected; for a form, its fields and the names of its files. */
  body: unknown;
  /** Set once the body has passed validation. */
  request: ChatRequest | null;
  status: number | null;
  generationId: string | null;
  /** Tokens of the prompt read, of thinking and of text, once a persona's model has answered. */
  counts?: Counts;
  /** `aborted`: the client disconnected first. `broken`: the simulator closed the connection, as its script says. */
  end: 'open' | 'answered' | 'aborted' | 'broken';
}

export interface Journal {
  readonly entries: readonly JournalEntry[];
  /**
   * Resolves with the first entry, existing or future, that `accepts` returns true for. Rejects after `limit` ms
   * (default 20,000: what comes at once on a quiet machine takes seconds on a busy one).
   */
  waitFor(accepts: (entry: JournalEntry) => boolean, limit?: number): Promise<JournalEntry>;
  clear(): void;
}

/** The journal for tests, with the two methods needed by its only writer, the server. */
export interface JournalWriter {
  readonly journal: Journal;
  readonly add: (entry: JournalEntry) => void;
  readonly forget: (entry: JournalEntry) => void;
  /** Called when an entry has changed. */
  readonly changed: () => void;
}

export function createJournal(): JournalWriter {
  const entries: JournalEntry[] = [];
  const waiting = new Set<() => void>();
  const changed = (): void => {
    for (const look of waiting) look();
  };
  return {
    journal: {
      entries,
      clear: () => void entries.splice(0),
      waitFor(accepts, limit = 20_000) {
        const { promise, resolve, reject } = Promise.withResolvers<JournalEntry>();
        const look = (): void => {
          const found = entries.find(accepts);
          if (found) resolve(found);
        };
        const timer = setTimeout(() => reject(new Error(`no such request within ${limit} ms`)), limit);
        waiting.add(look);
        look();
        return promise.finally(() => {
          clearTimeout(timer);
          waiting.delete(look);
        });
      },
    },
    add(entry) {
      entries.push(entry);
      changed();
    },
    forget(entry) {
      const place = entries.indexOf(entry);
      if (place >= 0) entries.splice(place, 1);
    },
    changed,
  };
}
