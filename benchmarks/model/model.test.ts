import { describe, expect, it } from 'vitest';
import { assume } from './assumptions.ts';
import { compute, firstBottleneck, placesOf } from './compute.ts';
import { Quantity } from './quantity.ts';
import { exponential, logNormal, simulateQueue } from './queue.ts';

describe('a quantity', () => {
  const of = (value: number, unit: string) => Quantity.of(value, unit);

  it('multiplies and divides its unit', () => {
    const calls = of(3, 'visit/person/day').times(of(6, 'request/visit')).times(of(10, 'person'));
    expect(calls.in('request/day')).toBe(180);
    expect(calls.per(of(86_400, 's/day')).in('request/s')).toBeCloseTo(180 / 86_400, 12);
    expect(of(4, 'run/s').times(of(5, 's')).in('run')).toBe(20);
    expect(of(6, 'byte').per(of(3, 'byte')).in('1')).toBe(2);
  });

  it('refuses another unit, and sums of different ones', () => {
    expect(() => of(1, 'request/s').in('request/day')).toThrow('request/s is not request/day');
    expect(() => of(1, 'run').plus(of(1, 'call'))).toThrow('call is not run');
  });
});

/** Round numbers, so that the results can be computed in the head. */
const ROUND = assume({
  visits: 8.64,
  reads: 7,
  changes: 3,
  runs: 0.864,
  peak: 1,
  openPages: 0.5,
  requestsOfRun: 10,
  serverTime: 0.002,
  databaseTime: 0.001,
  runLength: 20,
  pieces: 100,
  pieceTime: 0.001,
  busy: 0.5,
  databaseBusy: 0.5,
  rowsOfChange: 1,
  rowsOfRun: 10,
  rowsKept: 100,
  socketMemory: 1_000,
  calls: 2,
  processMemory: 1e6,
  databaseOfPerson: 1_000,
  filesOfPerson: 9_000,
  runsOfProcess: 500,
  socketsOfProcess: 1_000,
  tokensIn: 1_000,
  tokensOut: 100,
  priceIn: 1e-6,
  priceOut: 1e-5,
  priceOfMachine: 50,
  priceOfDatabase: 10,
  priceOfDisk: 1e-6,
  priceOfObjects: 1e-6,
  copies: 2,
  callLimit: 10,
  eventTime: 0.0001,
  databaseCores: 16,
  databaseConnections: 1_000,
  databaseDisk: 1e12,
});

describe('the model', () => {
  it('computes what can be computed by hand', () => {
    const figures = compute(100_000, ROUND);
    // 100,000 people, 8.64 visits a day: ten visits a second. 0.864 runs a day: one run a second.
    expect(figures.runsBegun.in('run/s')).toBeCloseTo(1, 9);
    expect(figures.runsInFlight.in('run')).toBeCloseTo(20, 9);
    // 10 × (7 + 3) of visits and 10 of a run.
    expect(figures.requests.in('request/s')).toBeCloseTo(110, 9);
    expect(figures.outboxRows.in('row/s')).toBeCloseTo(30 + 10, 9);
    expect(figures.outboxKept.in('row')).toBeCloseTo(4_000, 6);
    // A run writes 100 pieces of 1 ms in 20 s: 0.005 of a core, of which half may be busy.
    expect(placesOf(ROUND).in('run/process')).toBe(100);
    // 100 requests of 2 ms are 0.2 of a core, but 50,000 sockets need fifty processes.
    expect(figures.webProcesses.in('process')).toBe(50);
    expect(figures.workers.in('process')).toBe(2);
    expect(figures.machines.in('machine')).toBe(13);
    expect(figures.connections.in('connection')).toBe(52 * 11);
    expect(figures.databaseSize.in('byte')).toBe(1e8);
    expect(figures.filesSize.in('byte')).toBe(9e8);
    expect(figures.calls.in('call/s')).toBeCloseTo(2, 9);
    // 2.592 million runs a month, two calls each, of 0.002 USD.
    expect(figures.costs.provider.in('USD/month')).toBeCloseTo(10_368, 6);
    expect(figures.costs.machines.in('USD/month')).toBe(13 * 50);
    expect(figures.costs.database.in('USD/month')).toBe(2 * 10);
    expect(figures.costs.storage.in('USD/month')).toBeCloseTo(100 + 2_000, 6);
  });

  it('names the resource that is full first, and when', () => {
    const { name, share, fullAt } = firstBottleneck(100_000, ROUND);
    expect(name).toContain('without a pooler');
    expect(share).toBeCloseTo(0.572, 9);
    // 91 processes have more than 1,000 connections: two workers, and 89 for more than 88,000 sockets.
    expect(fullAt / 176_000).toBeCloseTo(1, 2);
  });

  it('needs twice as much for twice as many, and never less than two of each', () => {
    const [one, two, few] = [compute(1e7, assume()), compute(2e7, assume()), compute(10, assume())];
    for (const name of ['requests', 'runsInFlight', 'sockets', 'outboxKept', 'calls', 'filesSize'] as const) {
      expect(two[name].per(one[name]).in('1')).toBeCloseTo(2, 9);
    }
    expect([few.webProcesses.value, few.workers.value, few.machines.value, few.databaseCores.value]).toEqual([
      2, 2, 2, 2,
    ]);
  });
});

describe('the queue', () => {
  const rate = 1.5;
  const mean = (waits: Float64Array) => waits.reduce((sum, wait) => sum + wait, 0) / waits.length;

  it('waits as long as Erlang says, where that is known', () => {
    const length = (random: () => number) => exponential(1, random);
    const waits = simulateQueue({ rate, places: 2, lasts: 200_000, length, seed: 7 });
    // Two places, three quarters busy: 9 of 14 wait, 1.2857 of a mean length on average.
    expect(waits.filter((wait) => wait > 0).length / waits.length).toBeCloseTo(9 / 14, 1);
    expect(mean(waits) / 1.2857).toBeCloseTo(1, 1);
  });

  it('waits for nobody where there is a place for each, and ever longer where there are too few', () => {
    const length = logNormal(20, 0.8);
    expect(mean(simulateQueue({ rate, places: 200, lasts: 10_000, length, seed: 7 }))).toBe(0);
    // 1.5 a second begin, and 20 places end one a second: a third of an hour too few at its end.
    const waits = simulateQueue({ rate, places: 20, lasts: 3_600, length, seed: 7 });
    expect((waits.at(-1) ?? 0) / 1_800).toBeCloseTo(1, 0);
  });
});
