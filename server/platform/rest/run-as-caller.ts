import { GateShutError } from '#server/lib/work-gate.ts';
import { CALLER_PATH, runAsCaller, transactionAsCaller } from '../db/as-caller.ts';
import {
  type Database,
  DatabaseError,
  type Result,
  type Statement,
  type Transaction,
} from '../db/database.ts';
import { repeatDeadlocked } from '../db/held-up.ts';
import { createCallerGate } from './caller-gate.ts';
import { createPatience } from './patience.ts';
import type { AnswerRow, RestRequest, Run } from './rest-request.ts';
import { quoteName } from './sql/quote.ts';
import { takenBack } from './taken-back.ts';

/** Milliseconds. */
export interface TimeLimits {
  /** A statement asks the clock at each row and ends itself. */
  readonly read: number;
  readonly write: number;
  /** What does not end itself, such as one function that never returns, is ended from outside: on PGlite, all with it. */
  readonly end: number;
}

/** Statements of one user under way on a server; the embedded database has turns of its own. */
const PARALLEL = 4;
const WAITING = 1_000;

/** Binds the pipeline to a database: every statement runs under the caller's role, in the caller's share of its time. */
export function createRun(database: Database, limits: TimeLimits): Run {
  const inTurn = repeating(database.engine === 'postgres' ? createTurns() : directly);
  const optionsOf = (request: RestRequest, patience: number) => ({
    settings: settingsOf(request),
    limit: limits.end,
    patience,
  });

  return {
    read: (request, statements) =>
      inTurn(request, limits.read, async (patience) => {
        const options = { ...optionsOf(request, patience), readOnly: true };
        return (await runAsCaller(database, request.caller, statements, options)).map(rowOf);
      }),
    write: (request, statement) =>
      inTurn(request, limits.write, async (patience) => {
        if (request.rollsBack) return inTransaction(request, statement, { patience, accept: () => {} });
        const options = optionsOf(request, patience);
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
      const row = rowOf((await tx.batch([statement]))[0]);
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
          // What is checked at the end of a transaction alone is refused all the same.
          await tx.batch([{ text: 'SET CONSTRAINTS ALL IMMEDIATE' }]);
          return keep(row);
        },
        options,
      ),
    );
  }
}

/** `work` is given the milliseconds that its statement may run. */
type InTurn = <T>(request: RestRequest, usual: number, work: (patience: number) => Promise<T>) => Promise<T>;

const directly: InTurn = (_request, usual, work) => work(usual);

/** Statements and their answers are all there is to a request here, so a deadlock can be tried again. */
const repeating =
  (inTurn: InTurn): InTurn =>
  (request, usual, work) =>
    inTurn(request, usual, (patience) => repeatDeadlocked(() => work(patience)));

function createTurns(): InTurn {
  const gate = createCallerGate({ parallel: PARALLEL, waiting: WAITING });
  const patience = createPatience();
  return async ({ caller: { userId } }, usual, work) => {
    // The keys stand for many people, who must not wait for each other. Visitors see too little to ask dear things.
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

/** What SQL may ask about the request: `current_setting('request.headers', true)::json`. */
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
