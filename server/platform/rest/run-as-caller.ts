import { createCallerGate } from '#server/lib/caller-gate.ts';
import { GateShutError } from '#server/lib/work-gate.ts';
import { CALLER_PATH, runAsCaller, transactionAsCaller } from '../db/as-caller.ts';
import {
  type Database,
  DatabaseError,
  type Reader,
  type Result,
  type Statement,
  type Transaction,
} from '../db/database.ts';
import { repeatDeadlocked } from '../db/held-up.ts';
import { createPatience } from './patience.ts';
import type { AnswerRow, RestRequest, Run } from './rest-request.ts';
import { quoteName } from './sql/quote.ts';
import { takenBack } from './taken-back.ts';

/** Milliseconds. */
export interface TimeLimits {
  /** Limits that a statement enforces itself, by checking the clock at each row. */
  readonly read: number;
  readonly write: number;
  /**
   * Limit for statements that don't check the clock, such as one function that never returns; enforced from outside.
   * On PGlite that ends the whole engine.
   */
  readonly end: number;
}

/** Concurrent statements per user on PostgreSQL; the embedded database schedules turns itself. */
const PARALLEL = 4;
const WAITING = 1_000;

/**
 * Binds the pipeline to a database, and to what answers lists for it: every statement runs in the caller's role, within
 * the caller's time share.
 */
export function createRun(database: Database, lists: Reader, limits: TimeLimits): Run {
  const inTurn = repeating(database.engine === 'postgres' ? createTurns() : directly);
  const optionsOf = (request: RestRequest, patience: number) => ({
    settings: settingsOf(request),
    limit: limits.end,
    patience,
  });

  const readingFrom =
    (reader: Reader): Run['read'] =>
    (request, statements) =>
      inTurn(request, limits.read, async (patience) => {
        const options = { ...optionsOf(request, patience), readOnly: true, keepsJson: true };
        return (await runAsCaller(reader, request.caller, statements, options)).map(rowOf);
      });

  return {
    read: readingFrom(database),
    list: readingFrom(lists),
    write: (request, statement) =>
      inTurn(request, limits.write, async (patience) => {
        if (request.rollsBack) return inTransaction(request, statement, { patience, accept: () => {} });
        const options = { ...optionsOf(request, patience), keepsJson: true };
        return rowOf((await runAsCaller(database, request.caller, [statement], options))[0]);
      }),
    writeIf: (request, statement, accept) =>
      inTurn(request, limits.write, (patience) => inTransaction(request, statement, { patience, accept })),
    explain: (request, statement, isReadOnly) =>
      inTurn(request, isReadOnly ? limits.read : limits.write, (patience) =>
        takenBack((keep) =>
          transactionAsCaller(
            database,
            request.caller,
            async (tx) => keep((await tx.batch([statement]))[0]?.rows ?? []),
            { ...optionsOf(request, patience), readOnly: isReadOnly },
          ),
        ),
      ),
  };

  function inTransaction(
    request: RestRequest,
    statement: Statement,
    { patience, accept }: { readonly patience: number; readonly accept: (row: AnswerRow) => void },
  ): Promise<AnswerRow> {
    const options = optionsOf(request, patience);
    const work = async (tx: Transaction): Promise<AnswerRow> => {
      const row = rowOf((await tx.batch([statement], { keepsJson: true }))[0]);
      accept(row);
      return row;
    };
    if (!request.rollsBack) return transactionAsCaller(database, request.caller, work, options);
    return takenBack((keep) =>
      transactionAsCaller(
        database,
        request.caller,
        async (tx) => {
          const row = await work(tx);
          // Deferred constraints must fail here too, although the transaction is rolled back.
          await tx.batch([{ text: 'SET CONSTRAINTS ALL IMMEDIATE' }]);
          return keep(row);
        },
        options,
      ),
    );
  }
}

/** `work` gets the statement timeout in milliseconds. */
type InTurn = <T>(request: RestRequest, usual: number, work: (patience: number) => Promise<T>) => Promise<T>;

const directly: InTurn = (_request, usual, work) => work(usual);

/** Retries deadlocks: a request here is only statements and their answers, so it is safe to repeat. */
const repeating =
  (inTurn: InTurn): InTurn =>
  (request, usual, work) =>
    inTurn(request, usual, (patience) => repeatDeadlocked(() => work(patience)));

function createTurns(): InTurn {
  const gate = createCallerGate({ parallel: PARALLEL, waiting: WAITING });
  const patience = createPatience();
  return async ({ caller: { userId } }, usual, work) => {
    // The API keys are shared by many people, who must not wait for each other. Visitors see too little for expensive
    // queries.
    if (userId === null) return work(usual);
    try {
      return await gate(userId, () => work(patience.of(userId, usual)));
    } catch (error) {
      if (error instanceof DatabaseError && error.code === '57014') patience.exhausted(userId);
      if (error instanceof GateShutError) {
        throw new DatabaseError('53300', `more than ${WAITING} of your requests are waiting`, {
          cause: error,
        });
      }
      throw error;
    }
  };
}

function rowOf(result: Result | undefined): AnswerRow {
  return result?.rows[0] ?? {};
}

/** Request data that SQL can read: `current_setting('request.headers', true)::json`. */
function settingsOf({ request, path, schema, ip, preferences }: RestRequest): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of request.headers) headers[name] = value;
  return {
    ...(preferences.timezone === null ? {} : { TimeZone: preferences.timezone }),
    'request.method': request.method,
    'request.path': path,
    'request.ip': ip,
    'request.headers': JSON.stringify(headers),
    'request.cookies': JSON.stringify(cookiesOf(headers['cookie'])),
    search_path: schema.name === 'public' ? CALLER_PATH : `${quoteName(schema.name)}, ${CALLER_PATH}`,
  };
}

function cookiesOf(header: string | undefined): Record<string, string> {
  if (header === undefined) return {};
  const pairs = header.split(';').map((pair) => pair.trim().split('='));
  return Object.fromEntries(pairs.map(([name = '', ...rest]) => [name, rest.join('=')]));
}
