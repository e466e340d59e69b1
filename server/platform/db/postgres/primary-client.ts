import { Client, type ClientConfig, type QueryResult, type QueryResultRow } from 'pg';
import { DatabaseError } from '../database.ts';
import { LOST } from '../lost.ts';

/**
 * A connection that knows whether its server is a standby. PostgreSQL reports `in_hot_standby` at the start of a
 * connection and whenever it changes (https://www.postgresql.org/docs/15/runtime-config-preset.html).
 */
export class PrimaryClient extends Client {
  #isStandby = false;
  #serverProcess = 0;
  #answered: Promise<unknown> = Promise.resolve();

  constructor(config?: string | ClientConfig) {
    super(config);
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on';
    });
    this.connection.on('backendKeyData', ({ processID }: { readonly processID: number }) => {
      this.#serverProcess = processID;
    });
  }

  /** For several users of one connection: sends a query once the one before it is answered, as `pg` wants it. */
  ask<R extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<QueryResult<R>> {
    const asked = this.#answered.then(() => this.query<R>(text, [...values]));
    this.#answered = asked.catch(() => {}); // the caller has the error
    return asked;
  }

  /** As told at the start of the connection. */
  get serverProcess(): number {
    return this.#serverProcess;
  }

  get isStandby(): boolean {
    return this.#isStandby;
  }
}

/** Not yet: its server becomes the primary, or the address leads to one in a moment. */
export function standbyError(): DatabaseError {
  return new DatabaseError(LOST, 'the database server is a standby, which only answers questions');
}

interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}
