import { recordOf } from '#server/lib/record-of.ts';
import { Quantity } from './quantity.ts';

interface Assumption {
  readonly value: number;
  readonly unit: string;
  /** What it was measured with, or `assumed`. */
  readonly source: string;
}

const is = (value: number, unit: string, source: string): Assumption => ({ value, unit, source });

/**
 * What the model goes by. "Measured" figures are those of docs/performance.md, of two cores of the machine that they
 * were taken on; the others are guesses about people, prices and other people's limits, to be replaced.
 */
export const ASSUMPTIONS = {
  visits: is(3, 'visit/person/day', 'assumed, over all accounts'),
  reads: is(6, 'request/visit', 'measured: benchmarks/visit.ts, 20 tasks'),
  changes: is(4, 'request/visit', 'assumed'),
  runs: is(0.5, 'run/person/day', 'assumed, over all accounts'),
  peak: is(3, '1', 'assumed: the busiest hour over the mean of a day'),
  openPages: is(0.1, 'socket/person', 'assumed, in the busiest hour'),

  serverTime: is(0.00066, 'core*s/request', 'measured: benchmarks/tasks/list-cost.ts, a list of 100 tasks'),
  databaseTime: is(0.00077, 'core*s/request', 'measured: the same, PostgreSQL alone'),
  runLength: is(20.6, 's', 'benchmarks/engine.ts, whose model writes ten pieces a second'),
  runSpread: is(0.8, '1', 'assumed: sigma of a log-normal run length'),
  pieces: is(200, 'piece/run', 'the same'),
  pieceTime: is(0.00025, 'core*s/piece', 'measured: benchmarks/engine.ts, with everything else in a run'),
  requestsOfRun: is(20, 'request/run', 'assumed: what a run asks of the database'),
  eventTime: is(
    0.00019,
    'core*s/row',
    'measured: benchmarks/live-updates.ts, with the write and four sockets',
  ),
  rowsOfChange: is(1, 'row/request', 'database/platform/0005_changes.sql: a row of the outbox for each'),
  rowsOfRun: is(6, 'row/run', 'assumed'),
  rowsKept: is(3600, 's', 'database/schema.sql: the outbox is pruned after an hour'),

  socketMemory: is(12_500, 'byte/socket', 'measured: benchmarks/live-updates.ts'),
  processMemory: is(154e6, 'byte/process', 'measured: benchmarks/start.ts'),
  databaseOfPerson: is(
    94_000,
    'byte/person',
    'measured: benchmarks/fleet/scale.ts, 100 tasks and three answers',
  ),
  filesOfPerson: is(5e6, 'byte/person', 'assumed'),
  copies: is(2, '1', 'assumed: files and database, and one backup of each'),

  busy: is(0.6, 'core/process', 'assumed: how busy a process may be at the peak'),
  databaseBusy: is(0.6, '1', 'assumed: how busy the database may be at the peak'),
  runsOfProcess: is(500, 'run/process', 'server/product/limits.ts'),
  socketsOfProcess: is(10_000, 'socket/process', 'assumed; measured up to 2,000'),
  connections: is(11, 'connection/process', 'docs/operating.md'),
  coresOfMachine: is(4, 'process/machine', 'assumed: one process for each core'),
  memoryOfMachine: is(16e9, 'byte/machine', 'assumed'),
  databaseCores: is(64, 'core', 'assumed: the largest primary'),
  databaseConnections: is(500, 'connection', 'assumed: a server without a pooler'),
  databaseDisk: is(16e12, 'byte', 'assumed'),

  calls: is(3, 'call/run', 'assumed; at most four for most tools'),
  tokensIn: is(4_000, 'token/call', 'assumed'),
  tokensOut: is(800, 'token/call', 'assumed'),
  callLimit: is(167, 'call/s', 'assumed: 10,000 a minute'),

  priceOfMachine: is(60, 'USD/machine/month', 'assumed'),
  priceOfDatabase: is(40, 'USD/core/month', 'assumed, with its standby'),
  priceOfDisk: is(0.12e-9, 'USD/byte/month', 'assumed: 0.12 a GB'),
  priceOfObjects: is(0.02e-9, 'USD/byte/month', 'assumed: 0.02 a GB'),
  priceIn: is(0.5e-6, 'USD/token', 'assumed: 0.50 a million'),
  priceOut: is(2e-6, 'USD/token', 'assumed: 2 a million'),
} as const satisfies Readonly<Record<string, Assumption>>;

export type AssumptionName = keyof typeof ASSUMPTIONS;
export type Assumed = Readonly<Record<AssumptionName, Quantity>>;

const NAMES = Object.keys(ASSUMPTIONS).filter(isAssumption);

export function isAssumption(name: string): name is AssumptionName {
  return Object.hasOwn(ASSUMPTIONS, name);
}

/** The assumptions, some with other values. */
export function assume(changed: Readonly<Partial<Record<AssumptionName, number>>> = {}): Assumed {
  const of = (name: AssumptionName): Quantity =>
    Quantity.of(changed[name] ?? ASSUMPTIONS[name].value, ASSUMPTIONS[name].unit);
  return recordOf(NAMES, of);
}
