import type { Assumed } from './assumptions.ts';
import { Quantity } from './quantity.ts';

const DAY = Quantity.of(86_400, 's/day');
const MONTH = Quantity.of(30, 'day/month');
const EACH = Quantity.of(1, 'process');
/** One may fail, or be replaced. */
const FEWEST = 2;

/** At the peak, unless it says otherwise. */
export interface Figures {
  readonly requests: Quantity;
  readonly runsBegun: Quantity;
  readonly runsInFlight: Quantity;
  readonly sockets: Quantity;
  readonly outboxRows: Quantity;
  readonly outboxKept: Quantity;
  readonly webProcesses: Quantity;
  readonly workers: Quantity;
  readonly machines: Quantity;
  readonly connections: Quantity;
  readonly databaseCores: Quantity;
  readonly databaseSize: Quantity;
  readonly filesSize: Quantity;
  readonly calls: Quantity;
  /** A month. */
  readonly costs: Readonly<Record<'machines' | 'database' | 'storage' | 'provider', Quantity>>;
  /** What each resource is asked for, as a share of what there is. */
  readonly shares: Readonly<Record<string, Quantity>>;
}

/** Runs that a worker does at once: as many as it has places for, or as its core can write the pieces of. */
export function placesOf(a: Assumed): Quantity {
  const timeOfRun = a.pieces.times(a.pieceTime).per(a.runLength);
  const byCore = a.busy.per(timeOfRun);
  return Quantity.of(
    Math.floor(Math.min(a.runsOfProcess.in('run/process'), byCore.in('run/process'))),
    'run/process',
  );
}

export function compute(users: number, a: Assumed): Figures {
  const people = Quantity.of(users, 'person');
  const atPeak = (perDay: Quantity): Quantity => people.times(perDay).per(DAY).times(a.peak);
  const runsBegun = atPeak(a.runs);
  const changes = atPeak(a.visits.times(a.changes));
  const visited = atPeak(a.visits.times(a.reads)).plus(changes);
  const ofRuns = runsBegun.times(a.requestsOfRun);
  const runsInFlight = runsBegun.times(a.runLength);
  const sockets = people.times(a.openPages);
  const outboxRows = changes.times(a.rowsOfChange).plus(runsBegun.times(a.rowsOfRun));

  const webProcesses = atLeast(FEWEST, [
    visited.times(a.serverTime).per(a.busy),
    sockets.per(a.socketsOfProcess),
  ]);
  const workers = atLeast(FEWEST, [runsInFlight.per(placesOf(a))]);
  const processes = webProcesses.plus(workers);
  const memory = processes.times(a.processMemory).plus(sockets.times(a.socketMemory));
  const machines = whole(
    [FEWEST, processes.per(a.coresOfMachine).in('machine'), memory.per(a.memoryOfMachine).in('machine')],
    'machine',
  );
  const connections = processes.times(a.connections);
  const databaseWork = visited.plus(ofRuns).times(a.databaseTime);
  const databaseNeed = databaseWork.per(a.databaseBusy);
  const databaseCores = whole([FEWEST, databaseNeed.in('core')], 'core');
  const databaseSize = people.times(a.databaseOfPerson);
  const filesSize = people.times(a.filesOfPerson);

  const runsOfMonth = people.times(a.runs).times(MONTH);
  const priceOfCall = a.tokensIn.times(a.priceIn).plus(a.tokensOut.times(a.priceOut));
  const calls = runsBegun.times(a.calls);
  return {
    requests: visited.plus(ofRuns),
    runsBegun,
    runsInFlight,
    sockets,
    outboxRows,
    outboxKept: outboxRows.times(a.rowsKept),
    webProcesses,
    workers,
    machines,
    connections,
    databaseCores,
    databaseSize,
    filesSize,
    calls,
    costs: {
      machines: machines.times(a.priceOfMachine),
      database: databaseCores.times(a.priceOfDatabase),
      storage: databaseSize
        .times(a.priceOfDisk)
        .plus(filesSize.plus(databaseSize).times(a.copies).times(a.priceOfObjects)),
      provider: runsOfMonth.times(a.calls).times(priceOfCall),
    },
    shares: {
      'calls that the AI provider accepts': calls.per(a.callLimit),
      'connections of PostgreSQL without a pooler': connections.per(a.databaseConnections),
      'each process reads every row of the outbox': outboxRows.times(a.eventTime).per(EACH).per(a.busy),
      "processor of PostgreSQL's primary": databaseNeed.per(a.databaseCores),
      "disk of PostgreSQL's primary": databaseSize.per(a.databaseDisk),
    },
  };
}

/** The resource that is asked for the largest share of what there is, and the users at which that's all of it. */
export function firstBottleneck(users: number, a: Assumed) {
  const { shares } = compute(users, a);
  const [first] = Object.entries(shares).toSorted(([, one], [, other]) => other.in('1') - one.in('1'));
  if (!first) throw new Error('there are shares');
  const [name, share] = first;
  const shareOf = (count: number): number => compute(count, a).shares[name]?.in('1') ?? Number.NaN;
  // Processes are whole ones, so that a share grows in steps.
  let [below, above] = [0, users];
  while (shareOf(above) < 1) [below, above] = [above, above * 2];
  while (above - below > above / 1_000) {
    const middle = (below + above) / 2;
    if (shareOf(middle) < 1) below = middle;
    else above = middle;
  }
  return { name, share: share.in('1'), fullAt: above };
}

const whole = (needs: readonly number[], unit: string): Quantity =>
  Quantity.of(Math.ceil(Math.max(...needs)), unit);

const atLeast = (fewest: number, needs: readonly Quantity[]): Quantity =>
  whole([fewest, ...needs.map((need) => need.in('process'))], 'process');
