import type { ChatRequest } from './chat-request.ts';
import type { Counts } from './personas/persona.ts';

/** One request as the simulator saw it, and how it ended. */
export interface JournalEntry {
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As sent, also when it was refused; of a form, its fields and the names of its files. */
  body: unknown;
  /** Set once the body has passed the checks. */
  request: ChatRequest | null;
  status: number | null;
  generationId: string | null;
  /** Tokens of the prompt that was read, of thinking and of text, once a persona's model has answered. */
  counts?: Counts;
  /** `aborted`: the client went away first. `broken`: the simulator broke the connection, as its script says. */
  end: 'open' | 'answered' | 'aborted' | 'broken';
}

export interface Journal {
  readonly entries: readonly JournalEntry[];
  /** The first entry, now or later, that the test accepts. Rejects after `limit` ms (default 5000). */
  waitFor(accepts: (entry: JournalEntry) => boolean, limit?: number): Promise<JournalEntry>;
  clear(): void;
}

/** The journal for tests, and the two acts that its one writer, the server, needs. */
export interface JournalWriter {
  readonly journal: Journal;
  readonly add: (entry: JournalEntry) => void;
  readonly forget: (entry: JournalEntry) => void;
  /** Something about an entry has changed. */
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
      waitFor(accepts, limit = 5_000) {
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
