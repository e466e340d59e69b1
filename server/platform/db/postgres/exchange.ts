import type { Connection, Submittable } from 'pg';
import { DatabaseError as ServerError } from 'pg-protocol';
import { DatabaseError, type Result, type Row } from '../database.ts';
import { LOST } from '../lost.ts';
import { countOf } from '../protocol/command-tag.ts';
import type { Message } from '../protocol/encode.ts';
import { conversionOf } from '../values.ts';

export interface Reply {
  readonly results: Result[];
  /** Tag of the last command, such as `COMMIT`. */
  readonly tag: string;
}

interface Column {
  readonly name: string;
  readonly convert: (text: string) => unknown;
}

/**
 * One message and all of its answers, in the form that `pg` can submit. `pg` itself sends a Sync per statement, which
 * is one transaction and one round trip each. Settles when the server is ready for the next message.
 */
export class Exchange implements Submittable {
  readonly reply: Promise<Reply>;
  readonly #message: Message;
  readonly #results: Result[] = [];
  #resolve: (reply: Reply) => void = () => {};
  #reject: (error: Error) => void = () => {};
  #columns: Column[] = [];
  #rows: Row[] = [];
  #tag = '';
  /** Error of a value that couldn't be converted. */
  #unreadable: Error | undefined;

  constructor(message: Message) {
    this.#message = message;
    this.reply = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: Connection): void {
    connection.stream.write(this.#message.bytes);
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      convert: conversionOf(dataTypeID, this.#message),
    }));
  }

  /** Must not throw: `pg` calls it while reading from the socket, so an error would end the process. */
  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#unreadable) return;
    try {
      this.#rows.push(this.#readRow(fields));
    } catch (error) {
      this.#unreadable = error instanceof Error ? error : new Error(String(error));
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#tag = text;
    this.#results.push({ rows: this.#rows, count: countOf(text) });
    this.#rows = [];
    this.#columns = [];
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handleReadyForQuery(): void {
    if (this.#unreadable) this.#reject(this.#unreadable);
    else this.#resolve({ results: this.#results.slice(this.#message.head), tag: this.#tag });
  }

  /** After a server error `pg` forgets this exchange, although the server isn't ready yet, or ends the connection. */
  handleError(error: Error, connection: Connection): void {
    if (!(error instanceof ServerError)) return this.#reject(lostError(error));
    const isReady = (): void => settle(toDatabaseError(error));
    const hasEnded = (): void => settle(lostError(error));
    const settle = (reason: DatabaseError): void => {
      connection.off('readyForQuery', isReady).off('end', hasEnded);
      this.#reject(reason);
    };
    connection.on('readyForQuery', isReady).on('end', hasEnded);
  }

  /** COPY isn't supported, since binary data belongs in the object store; the server answers with an error. */
  handleCopyInResponse(connection: Connection & { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail('COPY is not supported');
  }

  handleCopyData(): void {}

  handlePortalSuspended(): void {}

  #readRow(fields: readonly (string | null)[]): Row {
    const row: Row = {};
    this.#columns.forEach(({ name, convert }, at) => {
      const text = fields[at] ?? null;
      row[name] = text === null ? null : convert(text);
    });
    return row;
  }
}

function toDatabaseError(error: ServerError): DatabaseError {
  return new DatabaseError(error.code ?? 'XX000', error.message, {
    severity: error.severity,
    detail: error.detail,
    hint: error.hint,
    constraint: error.constraint,
    table: error.table,
    column: error.column,
    where: error.where,
    position: error.position === undefined ? undefined : Number(error.position),
    cause: error,
  });
}

/** The connection ended before the answer: the statement may have been committed. */
function lostError(cause: Error): DatabaseError {
  return new DatabaseError(LOST, 'the connection to the database was lost while the statement ran', {
    unknown: true,
    cause,
  });
}
