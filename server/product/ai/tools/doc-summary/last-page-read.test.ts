import { describe, expect, it } from 'vitest';
import type { Effects } from '../../engine/effects.ts';
import { createPriceList } from '../../models/prices.ts';
import { lastPageRead } from './last-page-read.ts';

const PAGES = Array.from({ length: 412 }, () => 1_000);
/** 1 and 4 USD per million tokens. */
const PAID = createPriceList({ prompt: 0.000_001, completion: 0.000_004 });
const FREE = createPriceList({ prompt: 0, completion: 0 });

const effects = (more: Partial<Effects> = {}): Effects => ({
  textModel: {
    kind: 'real',
    about: () => ({ thinks: false, thinkingNeed: 0 }),
    complete: () => Promise.reject(new Error('no model is asked')),
    listModels: () => Promise.reject(new Error('no model is asked')),
  },
  models: { planner: 'm', reader: 'm', writer: 'm', checker: null, viewer: null },
  windowOf: () => Number.POSITIVE_INFINITY,
  search: null,
  pages: null,
  clock: { now: () => new Date(0) },
  patience: { calls: 1, delay: 1, inPlace: 1, spare: 1 },
  ...more,
});

const read = (usd: number | null, prices = PAID, more: Partial<Effects> = {}, pages = PAGES): number =>
  lastPageRead(pages, {
    effects: effects(more),
    money: { usd, worstCost: (call) => prices.worstCost(call) },
  });

describe('the last page that a run reads', () => {
  it('is the last of all without a limit, or without a price', () => {
    expect(read(null)).toBe(412);
    expect(read(0.1, FREE)).toBe(412);
  });

  it('is where the money ends, with what the summary costs set aside', () => {
    // A call of ten pages: 8,800 tokens read at 1, 1,200 written at 4. Left: 0.085, less what the last may cost at most.
    expect(read(0.1)).toBeGreaterThan(40);
    expect(read(0.1)).toBeLessThan(75);
    expect(read(0.2)).toBeGreaterThan(2 * read(0.1));
    expect(read(1)).toBe(412);
  });

  it('is in the first part, however little there is: the run tries it', () => {
    expect(read(0.001)).toBe(10);
  });

  it('is that of the last call of a small context, however cheap', () => {
    const last = read(null, FREE, { windowOf: () => 4_000 });
    expect(last).toBeGreaterThan(100);
    expect(last).toBeLessThan(412);
  });

  it('leaves the price of scanned pages that are recognised first', () => {
    const scans = { name: 'ocr', usd: 0.002, read: () => Promise.reject(new Error('nothing is scanned')) };
    const pages = PAGES.map((tokens, index) => (index % 20 === 0 ? 0 : tokens));
    expect(read(0.1, PAID, { scans }, pages)).toBeLessThan(read(0.1, PAID, {}, pages) - 20);
  });

  it('is the last of all where only pages without text follow', () => {
    expect(read(0.1, PAID, {}, [...PAGES.slice(0, 10), 0, 0])).toBe(12);
    expect(read(0.1, PAID, {}, [0, 0])).toBe(2);
  });
});
