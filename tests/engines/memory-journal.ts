import type { RunStep } from '#domain/run/run-steps.ts';
import type { RunJournal } from '#server/product/ai/tool.ts';

export interface MemoryJournal extends RunJournal {
  /** What is on record, by step. Shared between attempts, as the table is. */
  readonly results: Map<string, unknown>;
  readonly lines: RunStep[];
}

/** A journal for tests of tools: results go through JSON, as they do in the database. `tell` hears the lines. */
export function createMemoryJournal(tell: (line: RunStep) => unknown = () => undefined): MemoryJournal {
  const results = new Map<string, unknown>();
  const lines: RunStep[] = [];
  /** By step. What a test has put into `results` has the version that was read last. */
  const versions = new Map<string, string>();
  let lastRead: string | null = null;
  return {
    results,
    lines,
    async read(version) {
      for (const step of results.keys())
        if ((versions.get(step) ?? lastRead) !== version) results.delete(step);
      lastRead = version;
      return new Map(results);
    },
    async record(entry) {
      if (results.has(entry.step)) throw new Error(`a second result of ${entry.step}`);
      results.set(entry.step, JSON.parse(JSON.stringify(entry.result)));
      versions.set(entry.step, entry.version);
      lines.push(...entry.lines);
      entry.lines.forEach(tell);
    },
  };
}
