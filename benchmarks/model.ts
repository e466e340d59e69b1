/**
 * What Errand needs for many people, by formulas and by a simulation of the queue of runs:
 * `node benchmarks/model.ts [--visits 5] [--priceOut 0.00001] [--users 50000]`. Each assumption can be replaced by a flag
 * of its name; `--assumptions` lists them.
 */
import { parseArgs } from 'node:util';
import { percentile } from './measure/figures.ts';
import { ASSUMPTIONS, type Assumed, type AssumptionName, assume, isAssumption } from './model/assumptions.ts';
import { compute, type Figures, firstBottleneck, placesOf } from './model/compute.ts';
import type { Quantity } from './model/quantity.ts';
import { logNormal, simulateQueue } from './model/queue.ts';

const USERS = [1_000, 100_000, 10_000_000];
/** Seconds: the busiest hour, which begins with no run. */
const LASTS = 3_600;
const WORKERS_AROUND = [-1, 0, 1];
const SEED = 1;

const { values } = parseArgs({
  options: {
    users: { type: 'string', multiple: true },
    assumptions: { type: 'boolean' },
    ...Object.fromEntries(Object.keys(ASSUMPTIONS).map((name) => [name, { type: 'string' } as const])),
  },
});

function toNumber(name: string, text: unknown): number {
  const number = Number(text);
  if (!Number.isFinite(number) || number <= 0) throw new Error(`--${name} must be a number above 0`);
  return number;
}

const changed: Partial<Record<AssumptionName, number>> = {};
for (const [name, text] of Object.entries(values))
  if (isAssumption(name)) changed[name] = toNumber(name, text);
const assumed = assume(changed);
const sizes = values.users?.map((text) => toNumber('users', text)) ?? USERS;

const short = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const show = (quantity: Quantity, unit: string, factor = 1): string =>
  short.format(quantity.in(unit) / factor);

const ROWS: readonly (readonly [string, (figures: Figures) => string])[] = [
  ['Requests a second', ({ requests }) => show(requests, 'request/s')],
  ['Runs begun a second', ({ runsBegun }) => show(runsBegun, 'run/s')],
  ['Runs in flight', ({ runsInFlight }) => show(runsInFlight, 'run')],
  ['Sockets', ({ sockets }) => show(sockets, 'socket')],
  ['Rows of the outbox a second', ({ outboxRows }) => show(outboxRows, 'row/s')],
  ['Rows of the outbox kept', ({ outboxKept }) => show(outboxKept, 'row')],
  [
    'Web processes, workers',
    ({ webProcesses, workers }) => `${show(webProcesses, 'process')}, ${show(workers, 'process')}`,
  ],
  ['Machines of 4 cores', ({ machines }) => show(machines, 'machine')],
  ['Database connections', ({ connections }) => show(connections, 'connection')],
  ['Database cores', ({ databaseCores }) => show(databaseCores, 'core')],
  ['Database, GB', ({ databaseSize }) => show(databaseSize, 'byte', 1e9)],
  ['Files, GB', ({ filesSize }) => show(filesSize, 'byte', 1e9)],
  ['Provider calls a second', ({ calls }) => show(calls, 'call/s')],
  ['Machines, USD a month', ({ costs }) => show(costs.machines, 'USD/month')],
  ['Database, USD a month', ({ costs }) => show(costs.database, 'USD/month')],
  ['Storage, USD a month', ({ costs }) => show(costs.storage, 'USD/month')],
  ['AI provider, USD a month', ({ costs }) => show(costs.provider, 'USD/month')],
];

const models = sizes.map((users) => ({ users, figures: compute(users, assumed) }));

function printFigures(): void {
  console.log(
    `| At the busiest hour | ${sizes.map((users) => `${users.toLocaleString('en')} users`).join(' | ')} |`,
  );
  console.log(`|---|${sizes.map(() => '---|').join('')}`);
  for (const [name, read] of ROWS) {
    console.log(`| ${name} | ${models.map(({ figures }) => read(figures)).join(' | ')} |`);
  }
}

function printBottlenecks(): void {
  for (const { users, figures } of models) {
    const { name, share, fullAt } = firstBottleneck(users, assumed);
    console.log(
      `\n${users.toLocaleString('en')} users, first bottleneck: ${name}, ${short.format(share * 100)} % of it; full at ${short.format(fullAt)} users`,
    );
    for (const [other, part] of Object.entries(figures.shares))
      console.log(`  ${other}: ${show(part, '1', 0.01)} %`);
  }
}

/** Waiting times aren't a formula: lengths vary, and the hour is over before the queue is steady. */
function printQueue({ runLength, runSpread }: Assumed): void {
  const places = placesOf(assumed).in('run/process');
  console.log(`\n| Wait of a run, ${places} places a worker | Workers | p50 | p99 |\n|---|---|---|---|`);
  const length = logNormal(runLength.in('s'), runSpread.in('1'));
  for (const { users, figures } of models) {
    const needed = Math.ceil(figures.runsInFlight.in('run') / places);
    for (const workers of WORKERS_AROUND.map((more) => needed + more).filter((count) => count > 0)) {
      const rate = figures.runsBegun.in('run/s');
      const waits = [...simulateQueue({ rate, places: workers * places, lasts: LASTS, length, seed: SEED })];
      const at = (share: number): string => `${short.format(percentile(waits, share))} s`;
      console.log(`| ${users.toLocaleString('en')} users | ${workers} | ${at(0.5)} | ${at(0.99)} |`);
    }
  }
}

if (values.assumptions) {
  for (const [name, { value, unit, source }] of Object.entries(ASSUMPTIONS))
    console.log(`--${name} ${value} ${unit} (${source})`);
} else {
  printFigures();
  printBottlenecks();
  printQueue(assumed);
}
