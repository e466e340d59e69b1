import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startWebSimulator,
  type WebSimulator,
  type WebSimulatorOptions,
} from '#simulators/web/start-web-simulator.ts';
import type { SearchEngine } from './search.ts';

const QUERY = { words: 'winter tyres Austria law', language: 'en', count: 5 };

/** Contract tests for all engines queried over HTTP. */
export function describeSearch(name: string, connect: (web: WebSimulator) => SearchEngine): void {
  describe(name, () => {
    let web: WebSimulator;
    const open: WebSimulator[] = [];
    const withFault = async (search: NonNullable<WebSimulatorOptions['search']>): Promise<SearchEngine> => {
      const faulty = await startWebSimulator({ search });
      open.push(faulty);
      return connect(faulty);
    };
    const ask = (engine: SearchEngine, signal = new AbortController().signal) =>
      engine.search(QUERY, { signal });

    beforeAll(async () => {
      web = await startWebSimulator();
    });
    afterAll(() => Promise.all([web, ...open].map((each) => each.close())));

    it('finds pages, best first, up to the wanted number', async () => {
      const { hits } = await ask(connect(web));
      expect(hits[0]).toEqual({
        url: 'http://law.example/winter-tyres',
        title: 'Winter tyres: the law in Austria',
        excerpt: expect.stringContaining('From 1 November to 15 April'),
      });
      expect(hits.length).toBeGreaterThan(2);
      expect(hits.length).toBeLessThanOrEqual(5);
      expect(JSON.stringify(hits)).not.toContain('<');
    });

    it('finds nothing without a match', async () => {
      const { hits } = await connect(web).search(
        { ...QUERY, words: 'qqqqq' },
        { signal: new AbortController().signal },
      );
      expect(hits).toEqual([]);
    });

    it.each([
      ['fails', { kind: 'upstream', retryable: true, status: 503 }],
      ['refuses', { kind: 'rate', retryable: true, retryAfter: 3600 }],
      ['garbage', { kind: 'protocol', retryable: true }],
    ] as const)('an engine that %s fails with its kind', async (fault, expected) => {
      const engine = await withFault(fault);
      await expect(ask(engine)).rejects.toMatchObject(expected);
    });

    it('cancelling a search closes the connection at once', async () => {
      const engine = await withFault('hangs');
      const faulty = open.at(-1);
      const stop = new AbortController();
      const asking = ask(engine, stop.signal);
      await expect.poll(() => faulty?.journal.requests.length).toBe(1);
      stop.abort();
      await expect(asking).rejects.toMatchObject({ kind: 'aborted' });
      await expect.poll(() => faulty?.journal.requests[0]?.closed).toBe(true);
    });

    it('an unreachable engine is a retryable failure', async () => {
      const gone = await startWebSimulator();
      const engine = connect(gone);
      await gone.close();
      await expect(ask(engine)).rejects.toMatchObject({ kind: 'upstream', retryable: true });
    });
  });
}
