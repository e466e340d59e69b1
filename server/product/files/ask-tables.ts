import { z } from 'zod';
import { ChildKilledError, FileWorkError, PATIENCE, type Perform } from './in-child.ts';
import { type QueryOutcome, queryOutcome, type TableQuery, type TableSource } from './table-facts.ts';

const part = z.union([z.literal('loaded'), queryOutcome]);

export interface AskLimits {
  /** Processor time to load the files, in milliseconds. */
  readonly load: number;
  /** Time limit of one query, in milliseconds. */
  readonly query: number;
  /** Memory limit of the child, in bytes. */
  readonly memory: number;
}

const SLOW: QueryOutcome = { ok: false, why: 'slow', says: 'it was ended at its time limit' };

/**
 * Runs queries one by one against the tables in these files, in a child process. A query that exceeds its time
 * or memory takes the child down: it is reported as slow, and a new child continues with the next. If the child
 * was killed from outside, the query is retried once.
 */
export async function askTables(
  sources: readonly TableSource[],
  queries: readonly TableQuery[],
  { limits, signal, perform }: { limits: AskLimits; signal: AbortSignal | undefined; perform: Perform },
): Promise<QueryOutcome[]> {
  const outcomes: QueryOutcome[] = [];
  let wasKilled = false;
  while (outcomes.length < queries.length) {
    const rest = queries.slice(outcomes.length);
    const limit = new AbortController();
    let hasLoaded = false;
    const late = (): void => limit.abort(new FileWorkError('a query was ended at its limit'));
    let timer = setTimeout(late, PATIENCE * limits.load);
    try {
      await perform(
        { act: 'query_tables', sources, queries: rest },
        {
          stop: AbortSignal.any([limit.signal, ...(signal ? [signal] : [])]),
          given: signal,
          memory: limits.memory,
          computing: limits.load + rest.length * limits.query,
          onPart(told) {
            const known = part.parse(told);
            clearTimeout(timer);
            timer = setTimeout(late, limits.query);
            if (known === 'loaded') hasLoaded = true;
            else outcomes.push(known);
          },
        },
      );
    } catch (error) {
      if (error instanceof ChildKilledError && !wasKilled) {
        wasKilled = true;
        continue;
      }
      if (error instanceof ChildKilledError) throw error;
      if (!(error instanceof FileWorkError) || !hasLoaded) throw error;
      if (outcomes.length < queries.length) outcomes.push(SLOW);
    } finally {
      clearTimeout(timer);
    }
  }
  return outcomes;
}
